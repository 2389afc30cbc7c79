import { error } from "../diagnostics.mjs";
import { extension, isRuneModule } from "../paths.mjs";
import { withMembers } from "../names/defaults.mjs";
import { told } from "../runtime/told.mjs";
import { esbuild } from "../bundle/service.mjs";
import { ContentCache } from "./cache.mjs";
import { compileRunes, compileSvelte, excusePreprocessed, prepareSvelte } from "./svelte.mjs";
import { compileVue, prepareVue } from "./vue.mjs";

export const LOADERS = {
  ts: "ts",
  mts: "ts",
  cts: "ts",
  tsx: "tsx",
  js: "js",
  mjs: "js",
  cjs: "js",
  jsx: "jsx",
  json: "json",
};
// esbuild would look up the files such an import could mean on a disk; under another name it is a plain call.
const COMPUTED_IMPORT =
  /\bimport(?=\(\s{0,80}(?:\/\*[^*]{0,200}\*\/\s{0,80})?(?:`[^`]{0,500}\$\{|["'][^"'\n]{0,300}["']\s{0,20}\+))/g;
const EMPTY = { contents: "export default {};", loader: "js" };
const cache = new ContentCache();

/** What esbuild's `onLoad` gets for a file; diagnostics and style references of components go into the job. */
export async function loadModule(job, path) {
  const { contents, loader } = await attempt(job, path);
  if (loader === "json") return { contents, loader };
  return { contents: withMembers(job.doubts.get(path), contents.replace(COMPUTED_IMPORT, "impart")), loader };
}

/** A compiler that fails on a file says so of that file: esbuild would name the place in our own code. */
async function attempt(job, path) {
  try {
    return await load(job, path);
  } catch (cause) {
    console.error(told(cause));
    const deep = cause instanceof RangeError;
    const message = deep ? "The file is nested too deeply" : "The compiler failed on this file";
    job.diagnostics.push(error("COMPILE_CRASHED", message, { path }));
    return EMPTY;
  }
}

async function load(job, path) {
  const source = job.project.files.get(path);
  if (typeof source !== "string") return EMPTY;
  const kind = extension(path);
  if (kind === "vue") return keep(job, path, await vue(job, path, source));
  if (kind === "svelte") return keep(job, path, await svelte(job, path, source));
  if (isRuneModule(path)) return await runes(job, path, source, LOADERS[kind]);
  return { contents: source, loader: LOADERS[kind] };
}

function keep(job, path, result) {
  job.generated.add(path);
  job.diagnostics.push(...result.diagnostics);
  if (result.refs.length) job.styleRefs.set(path, result.refs);
  const failed = result.diagnostics.some((item) => item.severity === "error");
  return failed
    ? { contents: "module.exports = {};", loader: "js" }
    : { contents: result.contents, loader: result.loader };
}

async function vue(job, path, source) {
  await prepareVue();
  const result = cache.get("vue", path, source, () => compileVue(path, source, job.project.files), job.project.files);
  const verbatim = job.project.tsconfig.compilerOptions.verbatimModuleSyntax && /^tsx?$/.test(result.loader);
  return verbatim ? { ...result, ...(await withoutTypes(result)) } : result;
}

/** Vite drops unused imports from a component's script whatever tsconfig says. */
async function withoutTypes({ contents, loader }) {
  const { transform } = await esbuild();
  try {
    const options = { loader, target: "esnext", jsx: "preserve", logLevel: "silent", tsconfigRaw: "{}" };
    return { contents: (await transform(contents, options)).code, loader: loader === "tsx" ? "jsx" : "js" };
  } catch {
    // The bundler meets the same error, and reports it.
    return { contents, loader };
  }
}

async function svelte(job, path, source) {
  await prepareSvelte();
  const result = cache.get("svelte", path, source, () => compileSvelte(path, source));
  return excusePreprocessed(result, job.svelteConfig);
}

async function runes(job, path, source, loader) {
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
    const { diagnostics } = cache.get("runes", path, stripped, () => compileRunes(path, stripped));
    job.diagnostics.push(...diagnostics.map((item) => inOriginal(item, source, stripped)));
  }
  return { contents: source, loader };
}

/** A place in the stripped text, when the same line stands in the original. */
function inOriginal(item, source, stripped) {
  const line = stripped.split("\n")[item.line - 1]?.trim();
  const index = source.split("\n").findIndex((text) => line && text.trim() === line);
  const { line: _line, column: _column, ...rest } = item;
  return index === -1 ? rest : { ...rest, line: index + 1, column: item.column };
}
