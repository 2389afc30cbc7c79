import { error, warning } from "../diagnostics.mjs";
import { isJson, isTest } from "../paths.mjs";
import { blank, maskComments } from "../scan/mask.mjs";
import { locate, position } from "../scan/places.mjs";

const NO_EXPORT = /^No matching export in "(?:[a-z]+:)?(.+)" for import "(.+)"$/s;
const NOISE = new Set([
  "ignored-bare-import",
  "ignored-dynamic-import",
  "empty-import-meta",
  "unsupported-dynamic-import",
  "unsupported-require-call",
]);
const PAGE = "index.html";
const MAX_LISTED = 12;

/** Puts esbuild's messages into the job: link errors as findings, the rest as diagnostics with our places. */
export function readMessages(job, { errors = [], warnings = [] }) {
  for (const message of errors) addError(job, message);
  for (const message of warnings) if (!NOISE.has(message.id)) addWarning(job, message);
}

function addError(job, message) {
  if (message.pluginName) return addFailure(job, message);
  const missing = NO_EXPORT.exec(message.text);
  const path = pathOf(message) ?? PAGE;
  if (missing) return addMissingExport(job, message, path, missing[1], missing[2]);
  const code = isJson(path) ? "JSON_INVALID" : "SYNTAX_ERROR";
  job.diagnostics.push(error(code, message.text, { path, ...place(job, path, message), hint: hintOf(message) }));
}

/** Our own code failed on a file: too deep a recursion, or a defect. */
function addFailure(job, message) {
  const path = pathOf(message);
  const deep = /call stack/.test(message.text);
  job.diagnostics.push(
    error("COMPILE_CRASHED", deep ? "The file is nested too deeply" : `The compiler failed: ${message.text}`, { path }),
  );
}

function addWarning(job, message) {
  const path = pathOf(message);
  if (path && isTest(path)) return;
  const where = { path, ...place(job, path, message) };
  job.diagnostics.push(warning("CODE_SUSPICIOUS", message.text, where));
}

function addMissingExport(job, message, path, target, name) {
  const what = name === "default" ? "no default export" : `no export "${name}"`;
  const problem = {
    code: "EXPORT_NOT_FOUND",
    message: `${target} has ${what}`,
    hint: () => exportsOf(job, target, name),
  };
  job.findings.report(path, null, problem, { place: () => place(job, path, message, { target, name }) });
}

function exportsOf(job, target, name) {
  if (!job.scans.has(target)) return undefined;
  if (job.isTypeOnly(target, name)) return `"${name}" is a type: write "import type { ${name} }"`;
  const names = job.namesOf(target);
  return names.length ? `It exports ${names.slice(0, MAX_LISTED).join(", ")}` : "It exports nothing";
}

function hintOf(message) {
  if (/JSX syntax extension is not currently enabled/.test(message.text)) return "Rename the file to .jsx or .tsx";
  const note = message.notes?.[0];
  return note?.text ? note.text.replace(/:$/, note.location ? ` (line ${note.location.line})` : "") : undefined;
}

const pathOf = (message) => {
  const file = message.location?.file;
  if (!file) return undefined;
  return file.startsWith("inline:") ? PAGE : file.replace(/^[a-z]+:/, "");
};

/** 1-based line and column; esbuild counts columns in bytes, and a component is compiled before it gets there. */
function place(job, path, message, link) {
  if (!message.location) return {};
  if (job.generated.has(path)) return inComponent(job, path, message, link);
  const { line, column, lineText } = message.location;
  return { line, column: Buffer.from(lineText, "utf8").subarray(0, column).toString("utf8").length + 1 };
}

/** The import that leads to `link.target`, or the same line of text, in the author's own source. */
function inComponent(job, path, message, link) {
  const source = job.project.files.get(path);
  const masked = maskComments(source);
  const specifier = link && specifierOf(job, path, link.target);
  if (specifier) return nameBefore(masked, specifier, link.name);
  const text = message.location.lineText.trim();
  const index = text ? source.indexOf(text) : -1;
  return index === -1 ? {} : position(source, index);
}

function specifierOf(job, importer, target) {
  const prefix = `${importer}\0`;
  for (const [key, path] of job.findings.targets)
    if (path === target && key.startsWith(prefix)) return key.slice(prefix.length);
  return null;
}

function nameBefore(masked, specifier, name) {
  const end = Math.max(masked.indexOf(`"${specifier}"`), masked.indexOf(`'${specifier}'`));
  const start = masked.lastIndexOf("import", end);
  const statement = blank(masked.slice(0, Math.max(start, 0))) + masked.slice(Math.max(start, 0), end);
  const at = new RegExp(`(?<![\\w$])${name.replace(/[$]/g, "\\$")}(?![\\w$])`).exec(statement);
  return name !== "default" && at ? position(masked, at.index) : locate(masked, specifier);
}
