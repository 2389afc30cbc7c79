import { answering } from "./src/runtime/answer.mjs";
import { startClock } from "./src/runtime/clock.mjs";
import { CompilerProcess } from "./src/runtime/process.mjs";
import { fetchArchive } from "./src/source/fetch.mjs";
import { packagesOf } from "./src/source/packages.mjs";

const compiler = new CompilerProcess();

/**
 * The fast gate: `{source, catalog?}` -> `{ok, diagnostics, graph, exports, undeclared, timings}`. Never throws.
 * With `page` the answer has a `page` too, what a browser would show: `{html}`, or `{waits: why}`.
 */
export async function handler(event) {
  const clock = startClock();
  return await answering(clock, async () => {
    const [source, page] = await Promise.all([readSource(event?.source ?? {}), readPage(event?.page)]);
    clock.mark("fetch");
    const { timings, ...answer } = await compiler.run({ source, catalog: event?.catalog, page });
    for (const [name, value] of Object.entries(timings)) if (name !== "total") clock.set(name, value);
    return answer;
  });
}

async function readSource({ url, files }) {
  return url === undefined ? { files } : { archive: await fetchArchive(url) };
}

async function readPage(page) {
  return page && { env: page.env ?? {}, base: page.base, packages: await packagesOf(page.packages) };
}
