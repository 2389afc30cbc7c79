import { answering } from "./src/runtime/answer.mjs";
import { startClock } from "./src/runtime/clock.mjs";
import { CompilerHost } from "./src/runtime/host.mjs";
import { fetchArchive } from "./src/source/fetch.mjs";

const host = new CompilerHost();

/** The fast gate: `{source, catalog?}` -> `{ok, diagnostics, graph, exports, timings}`. Never throws. */
export async function handler(event) {
  const clock = startClock();
  return await answering(clock, async () => {
    const source = await readSource(event?.source ?? {});
    clock.mark("fetch");
    const { timings, ...answer } = await host.run({ source, catalog: event?.catalog });
    for (const [name, value] of Object.entries(timings)) if (name !== "total") clock.set(name, value);
    return answer;
  });
}

async function readSource({ url, files }) {
  return url === undefined ? { files } : { archive: await fetchArchive(url) };
}
