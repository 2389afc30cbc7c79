import { error, warning } from "./diagnostics.mjs";
import { directory, isPlainCss, isStyle, join } from "./paths.mjs";
import { ContentCache } from "./load/cache.mjs";
import { readCss, readPreprocessed } from "./load/style.mjs";
import { resolveSpecifier } from "./resolve/specifier.mjs";

const REMOTE = /^(?:https?:)?\/\//i;
const NOT_A_FILE = /^(?:data:|blob:|#|about:|\$|var\()/i;
const cache = new ContentCache();

/** Parses every stylesheet Vite would and resolves what it names. Files below public/ are copied, not read. */
export function checkStyles(job) {
  for (const [path, source] of job.project.files) {
    if (typeof source === "string" && isStyle(path) && !path.startsWith("public/")) checkSheet(job, path, source);
  }
  for (const [path, refs] of job.styleRefs) for (const ref of refs) checkRef(job, path, ref);
}

function checkSheet(job, path, source) {
  if (!isPlainCss(path)) return readPreprocessed(source).forEach((specifier) => linkIfLocal(job, path, specifier));
  const { refs, diagnostics } = cache.get("css", path, source, () => readCss(path, source));
  job.diagnostics.push(...diagnostics);
  for (const ref of refs) checkRef(job, path, ref);
}

function checkRef(job, path, ref) {
  const place = { path, line: ref.line, column: ref.column };
  if (NOT_A_FILE.test(ref.specifier)) return;
  if (REMOTE.test(ref.specifier)) return noteRemote(job, ref, place);
  const result = resolveStyle(job.project, path, ref);
  if (ref.kind === "code") noteCode(job, ref, place);
  if (result.path) job.findings.link(path, ref.specifier, result.path);
  else if (result.problem) reportRef(job, ref, result.problem, place);
}

function noteRemote(job, { kind, specifier }, place) {
  if (kind !== "import") return;
  const hint = 'Load it with <link rel="stylesheet"> in index.html';
  job.diagnostics.push(
    warning("CSS_REMOTE_IMPORT", `${specifier} is loaded from another server by every visitor`, { ...place, hint }),
  );
}

function noteCode(job, { specifier }, place) {
  const message = `"${specifier}" is code: it is not run here, only by the build`;
  job.diagnostics.push(warning("CSS_CODE_DIRECTIVE", message, place));
}

function reportRef(job, { kind, specifier }, problem, place) {
  const { code, message } = problem;
  const hint = typeof problem.hint === "function" ? problem.hint() : problem.hint;
  if (kind === "import") job.diagnostics.push(error(code, message, { ...place, hint }));
  else if (kind === "code") job.diagnostics.push(warning(code, message, { ...place, hint }));
  else
    job.diagnostics.push(warning("CSS_URL_UNRESOLVED", `"${specifier}" is no file of the project`, { ...place, hint }));
}

/** A name without a dot is a neighbouring file first, then a package. */
function resolveStyle(project, importer, { kind, specifier }) {
  const bare = specifier.split(/[?#]/)[0];
  const near = /^[./]/.test(bare) ? null : join(directory(importer), bare);
  for (const path of near ? [near, `${near}.css`] : []) if (project.files.has(path)) return { path };
  if (kind === "url" && near) return resolveUrl(project, importer, bare);
  return resolveSpecifier(project, importer, bare);
}

function resolveUrl(project, importer, bare) {
  const result = resolveSpecifier(project, importer, bare);
  return result.external ? { problem: { code: "CSS_URL_UNRESOLVED" } } : result;
}

function linkIfLocal(job, importer, specifier) {
  const base = join(directory(importer), specifier);
  const path = [base, `${base}.scss`, `${base}.sass`, `${base}.less`, `${base}.styl`, `${base}.css`].find((name) =>
    job.project.files.has(name),
  );
  if (path) job.findings.link(importer, specifier, path);
}
