import { error, warning } from "../diagnostics.mjs";
import { withoutPreprocessedStyles, readStyleBlocks } from "./blocks.mjs";

const SCRIPT_PREPROCESSOR = /svelte-preprocess|script\s*:\s*true|mdsvex/;
const NOT_ERASABLE = "typescript_invalid_feature";

let compiler;

/** Must be awaited before `compileSvelte`: the compiler is only loaded for projects that need it. */
export const prepareSvelte = async () => (compiler ??= await import("svelte/compiler"));

/** `{contents, loader, refs, diagnostics}` of a component. */
export function compileSvelte(path, source) {
  const styles = readStyleBlocks(path, source);
  const result = attempt(path, () => compiler.compile(withoutPreprocessedStyles(source), options(path)));
  return { ...result, refs: styles.refs, diagnostics: [...result.diagnostics, ...fresh(styles, result)] };
}

/** The same for a module with runes, `x.svelte.ts`; `source` is JavaScript by now. */
export function compileRunes(path, source) {
  return {
    ...attempt(path, () => compiler.compileModule(source, { filename: path, generate: "client", dev: false })),
    refs: [],
  };
}

/** Enums and the like are fine when the project's own preprocessor turns them into JavaScript first. */
export function excusePreprocessed(result, configText) {
  if (!SCRIPT_PREPROCESSOR.test(configText)) return result;
  const diagnostics = result.diagnostics.map((item) =>
    item.svelte === NOT_ERASABLE ? { ...item, severity: "warning" } : item,
  );
  return { ...result, diagnostics };
}

const options = (path) => ({ filename: path, generate: "client", dev: false, css: "external" });

function attempt(path, run) {
  try {
    const { js, warnings } = run();
    return { contents: js.code, loader: "js", diagnostics: warnings.map((item) => note(path, item)) };
  } catch (cause) {
    if (!cause.code && !(cause instanceof RangeError)) throw cause;
    return { contents: "export default {}", loader: "js", diagnostics: [failure(path, cause)] };
  }
}

const failure = (path, cause) => ({ ...error("SVELTE_SYNTAX", text(cause), where(path, cause)), svelte: cause.code });
const note = (path, item) => warning("SVELTE_WARNING", `${item.code}: ${text(item)}`, where(path, item));
const where = (path, { start }) => ({ path, line: start?.line, column: start ? start.column + 1 : undefined });
const text = (item) => String(item.message).split("\nhttps://svelte.dev/")[0];

/** Svelte parses styles itself; a place both parsers complain about is reported once. */
function fresh(styles, result) {
  return result.diagnostics.some((item) => item.severity === "error") ? [] : styles.diagnostics;
}
