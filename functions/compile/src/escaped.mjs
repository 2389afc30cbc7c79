import { error } from "./diagnostics.mjs";
import { isComponent, isPage } from "./paths.mjs";

const SYNTAX = /(?:^|_)SYNTAX(?:_|$)/;
const LONGEST_LINE = 1000;
// No line of code has one of these: an arrow, an "and", and a tag or a quote where a value begins.
const IN_CODE = /^\s*&lt;|=&gt;|&amp;&amp;|(?:[=(,{[:?]|\b(?:from|import|return))\s?&(?:lt|quot|apos|#39|#x27);/;
const HINT = "The text of this file is HTML-escaped. Write the file again with < > & and quotes, not &lt; &gt; &amp; &quot;";

/** Pages and components without a single tag are text to their compilers: they would show their own source. */
export function checkEscaped({ project, diagnostics }) {
  for (const [path, text] of project.files)
    if ((isPage(path) || isComponent(path)) && isWhollyEscaped(text) && !isKnown(diagnostics, path))
      diagnostics.push(error("SYNTAX_ERROR", "The file has &lt; in place of every <", { path, line: 1, hint: HINT }));
}

/** A syntax error in code whose characters came as entities says so: no words of a compiler lead there. */
export function withHint(files, item) {
  if (item.severity !== "error" || !SYNTAX.test(item.code) || typeof files.get(item.path) !== "string") return item;
  const text = files.get(item.path);
  return isWhollyEscaped(text) || IN_CODE.test(lineOf(text, item.line)) ? { ...item, hint: HINT } : item;
}

const isWhollyEscaped = (text) => typeof text === "string" && text.includes("&lt;") && !text.includes("<");

const isKnown = (diagnostics, path) => diagnostics.some((item) => item.path === path && SYNTAX.test(item.code));

function lineOf(text, line) {
  return line === undefined ? "" : (text.split(/\r\n|[\n\r\u2028\u2029]/, line)[line - 1] ?? "").slice(0, LONGEST_LINE);
}
