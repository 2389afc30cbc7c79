const OPENING = /["'`]|\/[/*]/g;
const CLOSED = { '"': /"(?:\\.|[^"\\\n])*"/y, "'": /'(?:\\.|[^'\\\n])*'/y, "`": /`(?:\\[\s\S]|[^`\\])*`/y };
const QUOTES = new Set(['"', "'"]);

/**
 * The source with comments and template literals blanked, same length and lines, in linear time.
 * A lexer without a grammar: a quote in JSX text or in a regular expression can hide a little, never shift it.
 */
export function maskComments(source) {
  const openUntil = {};
  const parts = [];
  let kept = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(source); match; match = OPENING.exec(source)) {
    const { 0: token, index } = match;
    const end = index < (openUntil[token] ?? 0) ? -1 : endOf(source, token, index);
    // What does not end from here does not end from a little further on either.
    if (end === -1)
      openUntil[token] = Math.max(openUntil[token] ?? 0, QUOTES.has(token) ? lineEnd(source, index) : Infinity);
    else OPENING.lastIndex = end;
    if (end === -1 || QUOTES.has(token)) continue;
    parts.push(source.slice(kept, index), blank(source.slice(index, end)));
    kept = end;
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

function endOf(source, token, index) {
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
