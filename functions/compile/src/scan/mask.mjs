const OPENING = /["'`]|\/[/*]/g;
// Longer strings are not recognised: the bound keeps a line of stray quotes from costing quadratic time.
const CLOSED = { '"': /"(?:\\.|[^"\\\n]){0,1000}"/y, "'": /'(?:\\.|[^'\\\n]){0,1000}'/y, "`": /`(?:\\[\s\S]|[^`\\])*`/y };

/**
 * The source with comments and template literals blanked, same length and lines.
 * A lexer without a grammar: a quote in JSX text or in a regular expression can hide a little, never shift it.
 */
export function maskComments(source) {
  const gone = new Set();
  const parts = [];
  let kept = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(source); match; match = OPENING.exec(source)) {
    const end = gone.has(match[0]) ? -1 : endOf(source, match);
    // What does not end from here on will not end from any later place.
    if (end === -1 && match[0] !== '"' && match[0] !== "'") gone.add(match[0]);
    if (end === -1) continue;
    if (match[0] !== '"' && match[0] !== "'") {
      parts.push(source.slice(kept, match.index), blank(source.slice(match.index, end)));
      kept = end;
    }
    OPENING.lastIndex = end;
  }
  return parts.join("") + source.slice(kept);
}

export const blank = (text) => text.replace(/[^\n]/g, " ");

/** The text with every `open … close` blanked; what is not closed stays. */
export function blankBetween(text, open, close) {
  const parts = [];
  let kept = 0;
  for (let start = text.indexOf(open); start !== -1; start = text.indexOf(open, kept)) {
    const end = text.indexOf(close, start + open.length);
    if (end === -1) break;
    parts.push(text.slice(kept, start), blank(text.slice(start, end + close.length)));
    kept = end + close.length;
  }
  return parts.join("") + text.slice(kept);
}

function endOf(source, { 0: token, index }) {
  if (token === "//") return lineEnd(source, index);
  if (token === "/*") return after(source.indexOf("*/", index + 2), 2);
  const pattern = CLOSED[token];
  pattern.lastIndex = index;
  return pattern.test(source) ? pattern.lastIndex : -1;
}

function lineEnd(source, index) {
  const end = source.indexOf("\n", index);
  return end === -1 ? source.length : end;
}

const after = (index, length) => (index === -1 ? -1 : index + length);
