import { error, warning } from "../diagnostics.mjs";
import { MAX_DIAGNOSTICS } from "../limits.mjs";
import { memo } from "../memo.mjs";
import { isJson, isTest } from "../paths.mjs";
import { missingName } from "../names/missing.mjs";
import { maskComments } from "../scan/mask.mjs";
import { findWord, locate, position, shifted } from "../scan/places.mjs";

const NO_EXPORT = /^No matching export in "(?:([a-z]+):)?(.+)" for import "(.+)"$/s;
const UNDEFINED = /^Import "(.+)" will always be undefined because there is no matching export in "(package|members):(.+)"$/s;
const NOISE = new Set([
  "ignored-bare-import",
  "ignored-dynamic-import",
  "empty-import-meta",
  "unsupported-dynamic-import",
  "unsupported-require-call",
]);
const PAGE = "index.html";
const LEFT_OUT = "esbuild.include in vite.config leaves this file out: remove loader, include and exclude there";
const MAX_LISTED = 12;

/** Puts esbuild's messages into the job: link errors as findings, the rest as diagnostics with our places. */
export function readMessages(job, { errors = [], warnings = [] }) {
  job.masked = memo((path) => maskComments(job.project.files.get(path)));
  // Twice as many as are shown: some of them are the same once they are read.
  for (const message of errors.slice(0, 2 * MAX_DIAGNOSTICS)) addError(job, message);
  const kept = warnings.filter((message) => !NOISE.has(message.id));
  for (const message of kept.slice(0, 2 * MAX_DIAGNOSTICS)) addWarning(job, message);
}

function addError(job, message) {
  const missing = NO_EXPORT.exec(message.text);
  const path = pathOf(job, message) ?? PAGE;
  if (missing?.[1] === "package") return addMissingName(job, message, path, missing[2], missing[3]);
  if (missing) return addMissingExport(job, message, path, missing[2], missing[3]);
  const code = isJson(path) ? "JSON_INVALID" : "SYNTAX_ERROR";
  job.diagnostics.push(error(code, message.text, { path, ...place(job, path, message), hint: hintOf(message) }));
}

function addWarning(job, message) {
  const path = pathOf(job, message);
  if (path && isTest(path)) return;
  const missing = UNDEFINED.exec(message.text);
  if (missing) return addMissingName(job, message, path ?? PAGE, missing[3], missing[1]);
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

function addMissingName(job, message, path, specifier, name) {
  const { lineText = "", column = 0, length = 0 } = message.location ?? {};
  const local = name === "default" ? lineText.slice(column, column + length) : undefined;
  const problem = missingName(job, specifier, name, local);
  job.findings.report(path, null, problem, { place: () => place(job, path, message, { specifier, name }) });
}

function exportsOf(job, target, name) {
  if (!job.scans.has(target)) return undefined;
  if (job.isTypeOnly(target, name)) return `"${name}" is a type: write "import type { ${name} }"`;
  const names = job.namesOf(target);
  return names.length ? `It exports ${names.slice(0, MAX_LISTED).join(", ")}` : "It exports nothing";
}

function hintOf(message) {
  if (/JSX syntax extension is not currently enabled/.test(message.text))
    return /\.[mc]?js$/.test(message.location?.file ?? "") ? "Rename the file to .jsx or .tsx" : LEFT_OUT;
  const note = message.notes?.[0];
  return note?.text ? note.text.replace(/:$/, note.location ? ` (line ${note.location.line})` : "") : undefined;
}

const pathOf = (job, message) => {
  const file = message.location?.file;
  if (!file) return undefined;
  const script = inlineOf(file);
  return script ? job.project.page.inline[Number(script)].page : file.replace(/^[a-z]+:/, "");
};

const inlineOf = (file) => /^inline:(\d+)$/.exec(file)?.[1];

/** 1-based line and column; esbuild counts columns in bytes, and a component is compiled before it gets there. */
function place(job, path, message, link) {
  if (!message.location) return {};
  if (job.generated.has(path)) return inComponent(job, path, message, link);
  const { file, line, column, lineText } = message.location;
  const inFile = { line, column: Buffer.from(lineText, "utf8").subarray(0, column).toString("utf8").length + 1 };
  const script = inlineOf(file);
  return script ? shifted(inFile, job.project.page.inline[Number(script)]) : inFile;
}

/** The import that leads to `link.target`, or the same line of text, in the author's own source. */
function inComponent(job, path, message, link) {
  const source = job.project.files.get(path);
  const specifier = link && (link.specifier ?? specifierOf(job, path, link.target));
  if (specifier) return nameBefore(job.masked(path), specifier, link.name);
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
  const start = Math.max(masked.lastIndexOf("import", end), 0);
  const index = name === "default" || end === -1 ? -1 : findWord(masked.slice(start, end), name);
  return index === -1 ? locate(masked, specifier) : position(masked, start + index);
}
