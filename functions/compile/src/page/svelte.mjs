import { ContentCache } from "../load/cache.mjs";
import { readStyleBlocks } from "../load/blocks.mjs";
import { prepareSvelte } from "../load/svelte.mjs";
import { elements } from "../scan/tags.mjs";
import { wait } from "./waits.mjs";

const cache = new ContentCache();
const OPTIONS = { generate: "client", dev: false, css: "external" };
const PLAIN = new Set(["css", "postcss", undefined]);

/** A component as its build compiles it: `{contents, loader, styles: [text]}`; `draft.style` makes plain CSS of a sheet. */
export async function draw(draft, path, source) {
  const compiler = await prepareSvelte();
  for (const { attributes } of elements(source, "style")) if (!PLAIN.has(attributes.lang)) wait(`${path} has styles that need a preprocessor`);
  for (const { attributes } of elements(source, "script")) if (![undefined, "ts", "js"].includes(attributes.lang)) wait(`${path} has a script in ${attributes.lang}`);
  if (readStyleBlocks(path, source).refs.some(({ kind }) => kind !== "url")) wait(`${path} has styles that name others`);
  const { js, css } = compiled(path, () =>
    cache.get("page", path, source, () => compiler.compile(source, { ...OPTIONS, filename: path })),
  );
  return { contents: js.code, loader: "js", styles: css?.code ? [await draft.style(path, css.code)] : [] };
}

/** A module with runes; `source` is JavaScript by now. */
export async function drawRunes(path, source) {
  const compiler = await prepareSvelte();
  return compiled(path, () => compiler.compileModule(source, { filename: path, generate: "client", dev: false })).js.code;
}

function compiled(path, run) {
  try {
    return run();
  } catch (cause) {
    if (!cause.code && !(cause instanceof RangeError)) throw cause;
    return wait(`${path} does not compile`);
  }
}
