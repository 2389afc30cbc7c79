import { error, warning } from "../diagnostics.mjs";
import { esbuild } from "../bundle/service.mjs";
import { withoutPreprocessedStyles, readStyleBlocks } from "./blocks.mjs";
import { components } from "./cache.mjs";

const CONFIG = /^(?:svelte|vite)\.config\./;
const SCRIPT_PREPROCESSOR = /svelte-preprocess|script\s*:\s*true|mdsvex/;
const NOT_ERASABLE = "typescript_invalid_feature";

let compiler;

/** The compiler, only loaded for projects that need it. */
export const prepareSvelte = async () => (compiler ??= await import("svelte/compiler"));

/** `{contents, loader, refs, diagnostics}` of a component. */
export async function load(job, path, source) {
  await prepareSvelte();
  const result = components.get("svelte", path, source, () => compile(path, source));
  const excused = excusePreprocessed(result, (job.svelteConfig ??= configOf(job.project.files)));
  return isOlder(job.project.packages.versions.get("svelte")) ? excuseMeaning(excused, source) : excused;
}

/** The compiler here is Svelte 5's. */
const isOlder = (version) => /^[34]\./.test(version ?? "");

/** Of a project on Svelte 4 only what does not parse is wrong for sure: 5 refuses more, such as a row outside of `tbody`. */
function excuseMeaning(result, source) {
  if (!result.diagnostics.some((item) => item.thrown) || !parses(source)) return result;
  const diagnostics = result.diagnostics.map((item) => (item.thrown ? { ...item, severity: "warning" } : item));
  return { ...result, contents: "module.exports = {};", diagnostics };
}

function parses(source) {
  try {
    return Boolean(compiler.parse(withoutPreprocessedStyles(source), { modern: true }));
  } catch {
    return false;
  }
}

const configOf = (files) =>
  [...files]
    .filter(([path]) => CONFIG.test(path))
    .map(([, text]) => text)
    .join("\n");

function compile(path, source) {
  const styles = readStyleBlocks(path, source);
  const result = attempt(path, () => compiler.compile(withoutPreprocessedStyles(source), options(path)));
  return { ...result, refs: styles.refs, diagnostics: [...result.diagnostics, ...fresh(styles, result)] };
}

/** What is wrong in a module with runes, `x.svelte.ts`. */
export async function checkRunes(job, path, source, loader) {
  await prepareSvelte();
  const { transform } = await esbuild();
  const options = {
    loader,
    target: "esnext",
    logLevel: "silent",
    tsconfigRaw: '{"compilerOptions":{"verbatimModuleSyntax":true}}',
  };
  const stripped = await transform(source, options).then(
    ({ code }) => code,
    () => null,
  );
  if (stripped !== null) {
    const { diagnostics } = components.get("runes", path, stripped, () => runes(path, stripped));
    job.diagnostics.push(...diagnostics.map((item) => inOriginal(item, source, stripped)));
  }
}

const runes = (path, source) =>
  attempt(path, () => compiler.compileModule(source, { filename: path, generate: "client", dev: false }));

/** A place in the stripped text, when the same line stands in the original. */
function inOriginal(item, source, stripped) {
  const line = stripped.split("\n")[item.line - 1]?.trim();
  const index = source.split("\n").findIndex((text) => line && text.trim() === line);
  const { line: _line, column: _column, ...rest } = item;
  return index === -1 ? rest : { ...rest, line: index + 1, column: item.column };
}

/** Enums and the like are fine when the project's own preprocessor turns them into JavaScript first. */
function excusePreprocessed(result, configText) {
  if (!SCRIPT_PREPROCESSOR.test(configText)) return result;
  const diagnostics = result.diagnostics.map((item) =>
    item.thrown === NOT_ERASABLE ? { ...item, severity: "warning" } : item,
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

const failure = (path, cause) => ({ ...error("SVELTE_SYNTAX", text(cause), where(path, cause)), thrown: cause.code });
const note = (path, item) => warning("SVELTE_WARNING", `${item.code}: ${text(item)}`, where(path, item));
const where = (path, { start }) => ({ path, line: start?.line, column: start ? start.column + 1 : undefined });
const text = (item) => String(item.message).split("\nhttps://svelte.dev/")[0];

/** Svelte parses styles itself; a place both parsers complain about is reported once. */
function fresh(styles, result) {
  return result.diagnostics.some((item) => item.severity === "error") ? [] : styles.diagnostics;
}
