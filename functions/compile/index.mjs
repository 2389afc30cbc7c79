import { answering } from "./src/runtime/answer.mjs";
import { startClock } from "./src/runtime/clock.mjs";
import { CompilerProcess } from "./src/runtime/process.mjs";
import { fetchArchive } from "./src/source/fetch.mjs";

const compiler = new CompilerProcess();

/** The fast gate: `{source, catalog?}` -> `{ok, diagnostics, graph, exports, timings}`. Never throws. */
export async function handler(event) {
  const clock = startClock();
  return await answering(clock, async () => {
    const source = await readSource(event?.source ?? {});
    clock.mark("fetch");
    const { timings, ...answer } = await compiler.run({ source, catalog: event?.catalog });
    for (const [name, value] of Object.entries(timings)) if (name !== "total") clock.set(name, value);
    return answer;
  });
}

async function readSource({ url, files }) {
  return url === undefined ? { files } : { archive: await fetchArchive(url) };
}
