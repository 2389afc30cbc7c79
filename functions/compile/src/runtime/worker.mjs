import { parentPort } from "node:worker_threads";

import { Bundler } from "../bundle/bundler.mjs";
import { compileProject } from "../compile.mjs";
import { drawPage } from "../page/draw.mjs";
import { readTree } from "../source/tree.mjs";
import { answering } from "./answer.mjs";
import { startClock } from "./clock.mjs";

const bundler = new Bundler();
// The compilers print tips for people at a terminal.
console.warn = () => {};

parentPort.on("message", async ({ source, catalog, page }) => {
  const clock = startClock();
  const answer = await answering(clock, async () => {
    const { files, diagnostics } = readTree(source);
    clock.mark("unpack");
    const drawing = page && drawPage({ ...page, files }, clock).catch((cause) => cause);
    const report = await compileProject({ files, diagnostics, catalog, bundler, clock });
    return page ? { ...report, page: await drawn(report, drawing) } : report;
  });
  parentPort.postMessage(answer);
});

/** Only what the gate passes is shown; it is drawn meanwhile, since both wait for the bundler most of their time. */
async function drawn({ ok, diagnostics }, drawing) {
  const page = await drawing;
  if (ok && page instanceof Error) throw page;
  if (ok) return page;
  const { message } = diagnostics.find(({ severity }) => severity === "error");
  return { waits: `the project does not compile: ${message}` };
}
