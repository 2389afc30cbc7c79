import postcss from "postcss";

import { error } from "../diagnostics.mjs";

const QUOTED = /^\s*(?:url\(\s*)?(?:"([^"]+)"|'([^']+)'|([^\s"')]+)\s*\))/;
const URL_TOKEN = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^)\s"']{1,2000}))\s*\)/g;
const NAMED = { import: "import", reference: "import", plugin: "code", config: "code" };
const SASS_LINE = /^[ \t]*@(?:use|forward|import)\s+(["'])([^"'\n]{1,300})\1/gm;

/** `{refs: [{kind: import|url|code, specifier, line, column}], diagnostics}` of plain CSS; nothing in it is run. */
export function readCss(path, source) {
  const result = { refs: [], diagnostics: [] };
  try {
    postcss.parse(source, { map: false }).walk((node) => addNode(path, result, node));
  } catch (cause) {
    result.diagnostics.push(failure(path, cause));
  }
  return result;
}

function addNode(path, result, node) {
  if (node.type === "atrule") addAtRule(result, node);
  else if (node.type === "decl" && node.value.includes("url(")) addUrls(result, node);
  else if (node.type === "rule" && node.selector.startsWith("//")) result.diagnostics.push(lineComment(path, node));
}

/** The local files a Sass or Less file names; its syntax is the worker's business. */
export function readPreprocessed(source) {
  return [...source.matchAll(SASS_LINE)].map((match) => match[2]);
}

function failure(path, cause) {
  if (cause instanceof RangeError) return error("CSS_SYNTAX", "The rules are nested too deeply", { path });
  if (cause.name !== "CssSyntaxError") throw cause;
  return error("CSS_SYNTAX", cause.reason, { path, line: cause.line, column: cause.column });
}

function addAtRule(result, node) {
  const kind = NAMED[node.name.toLowerCase()];
  const match = kind && QUOTED.exec(node.params);
  const specifier = match && (match[1] ?? match[2] ?? match[3]);
  if (specifier) result.refs.push({ kind, specifier, ...start(node) });
}

function addUrls(result, node) {
  for (const [, double, single, plain] of node.value.matchAll(URL_TOKEN)) {
    const specifier = double ?? single ?? plain;
    if (specifier) result.refs.push({ kind: "url", specifier, ...start(node) });
  }
}

const start = (node) => ({ line: node.source.start.line, column: node.source.start.column });

function lineComment(path, node) {
  return error("CSS_SYNTAX", "// does not begin a comment in CSS", { path, ...start(node), hint: "Use /* … */" });
}
