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
    const report = await compileProject({ files, diagnostics, catalog, bundler, clock });
    return page ? { ...report, page: await drawn(report, { ...page, files }, clock) } : report;
  });
  parentPort.postMessage(answer);
});

/** Only what the gate passes is drawn. */
async function drawn({ ok, diagnostics }, page, clock) {
  if (ok) return await drawPage(page, clock);
  const { message } = diagnostics.find(({ severity }) => severity === "error");
  return { waits: `the project does not compile: ${message}` };
}
