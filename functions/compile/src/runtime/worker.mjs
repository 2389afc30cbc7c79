import { hash } from "node:crypto";
import { parentPort } from "node:worker_threads";

import { Bundler } from "../bundle/bundler.mjs";
import { compileProject } from "../compile.mjs";
import { drawPage } from "../page/draw.mjs";
import { parsedPackages } from "../source/packages.mjs";
import { readTree } from "../source/tree.mjs";
import { answering } from "./answer.mjs";
import { startClock } from "./clock.mjs";

const VERDICTS_MOST = 16;
const bundler = new Bundler();
const verdicts = new Map();
// The compilers print tips for people at a terminal.
console.warn = () => {};

parentPort.on("message", async ({ source, catalog, page }) => {
  const clock = startClock();
  parentPort.postMessage(await answering(clock, () => (page ? draw(source, page, clock) : check(source, catalog, clock))));
});

async function check(source, catalog, clock) {
  const { files, diagnostics } = readTree(source);
  clock.mark("unpack");
  const report = await compileProject({ files, diagnostics, catalog, bundler, clock });
  if (!catalog && source.archive) remember(source.archive, report);
  return report;
}

/** Only what the gate passes is shown; it is drawn meanwhile, since both wait for the bundler most of their time. */
async function draw(source, { packages, ...page }, clock) {
  const { files, diagnostics } = readTree(source);
  clock.mark("unpack");
  const drawing = drawPage({ ...page, packages: parsedPackages(packages), files }, clock).catch((cause) => cause);
  const { ok, why } = known(source) ?? verdictOf(await compileProject({ files, diagnostics, bundler, clock }));
  const drawn = await drawing;
  if (ok && drawn instanceof Error) throw drawn;
  return { ok, ...NOTHING_MORE, page: ok ? drawn : { waits: `the project does not compile: ${why}` } };
}

/** Who asks for a page reads nothing else. */
const NOTHING_MORE = { diagnostics: [], graph: {}, exports: {}, undeclared: {} };

/** A page is mostly asked for right after its tree was checked: that is not done twice. */
const known = ({ archive }) => archive && verdicts.get(hash("sha256", archive));

function remember(archive, report) {
  verdicts.set(hash("sha256", archive), verdictOf(report));
  if (verdicts.size > VERDICTS_MOST) verdicts.delete(verdicts.keys().next().value);
}

const verdictOf = ({ ok, diagnostics }) => ({ ok, why: diagnostics.find(({ severity }) => severity === "error")?.message });
