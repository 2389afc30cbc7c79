import { error } from "../diagnostics.mjs";
import { extension, isComponent, isRuneModule } from "../paths.mjs";
import { withMembers } from "../names/defaults.mjs";
import { told } from "../runtime/told.mjs";
import { loaderOf } from "./loaders.mjs";
import { checkRunes } from "./svelte.mjs";

// esbuild would look up the files such an import could mean on a disk; under another name it is a plain call.
const COMPUTED_IMPORT =
  /\bimport(?=\(\s{0,80}(?:\/\*[^*]{0,200}\*\/\s{0,80})?(?:`[^`]{0,500}\$\{|["'][^"'\n]{0,300}["']\s{0,20}\+))/g;
const EMPTY = { contents: "export default {};", loader: "js" };
// Any name may be imported from it.
const NOTHING_KNOWN = { contents: "module.exports = {};", loader: "js" };

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
  if ((isComponent(path) || isRuneModule(path)) && isTooHeavy(job, path, source)) return NOTHING_KNOWN;
  if (isComponent(path)) return keep(job, path, await (await import(`./${kind}.mjs`)).load(job, path, source));
  if (isRuneModule(path)) await checkRunes(job, path, source, loaderOf(job.project, path));
  return { contents: source, loader: loaderOf(job.project, path) };
}

/** Says so of a file that its compiler is not asked about. */
function isTooHeavy(job, path, source) {
  const reason = job.scales.refusal(path, source);
  if (reason) job.diagnostics.push(reason);
  return reason !== null;
}

function keep(job, path, result) {
  job.generated.add(path);
  job.diagnostics.push(...result.diagnostics);
  if (result.refs.length) job.styleRefs.set(path, result.refs);
  const failed = result.diagnostics.some((item) => item.severity === "error");
  return failed
    ? NOTHING_KNOWN
    : { contents: result.contents, loader: result.loader };
}
