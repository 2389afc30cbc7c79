import { parentPort } from "node:worker_threads";

import { Bundler } from "../bundle/bundler.mjs";
import { compileProject } from "../compile.mjs";
import { readTree } from "../source/tree.mjs";
import { answering } from "./answer.mjs";
import { startClock } from "./clock.mjs";

const bundler = new Bundler();
// The compilers print tips for people at a terminal.
console.warn = () => {};

parentPort.on("message", async ({ source, catalog }) => {
  const clock = startClock();
  const answer = await answering(clock, () => {
    const { files, diagnostics } = readTree(source);
    clock.mark("unpack");
    return compileProject({ files, diagnostics, catalog, bundler, clock });
  });
  parentPort.postMessage(answer);
});
