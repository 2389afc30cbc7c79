import { maskComments } from "../scan/mask.mjs";
import { membersOf } from "./stubs.mjs";

const IMPORT =
  /(?<=^|;)([ \t]*import[ \t]+)([A-Za-z_$][\w$]{0,80})(\s{0,40},\s{0,40}\{[^{}]{0,8000}\})?(\s{0,40}(?<=[\s}])from\s{0,40})(["'])([^"'\n]{1,300})\5(?!\s{0,9}(?:with|assert)\b)/gm;

/**
 * The source with default imports in doubt as imports of their members, so that the bundler checks each use
 * (`ReactDOM.render`) by the rules of the language. Lines, and columns before the end of the statement, stay.
 */
export function withMembers(doubts, source) {
  if (!doubts?.locals.size) return source;
  const parts = [];
  let kept = 0;
  for (const match of maskComments(source).matchAll(IMPORT)) {
    if (!doubts.locals.has(match[2]) || !doubts.specifiers.has(match[6])) continue;
    parts.push(source.slice(kept, match.index), rewritten(match));
    kept = match.index + match[0].length;
  }
  return parts.join("") + source.slice(kept);
}

function rewritten([, head, local, named, from, quote, specifier]) {
  const names = named ? `${" ".repeat(local.length)}${named.replace(",", " ")}` : "{}".padEnd(local.length);
  const start = !named && local.length < 2 ? head.slice(0, -1) : head;
  return `${start}${names}${from}${quote}${specifier}${quote};import*as ${local} from "${membersOf(specifier)}"`;
}
