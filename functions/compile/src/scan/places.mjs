const IN_WORD = /[\w$]/;

/** The first place of a quoted specifier, or of any text, as a 1-based `{line, column}`; `{}` when it is not there. */
export function locate(source, specifier) {
  const escaped = JSON.stringify(specifier).slice(1, -1);
  for (const text of new Set([specifier, escaped])) {
    const index = findQuoted(source, text);
    if (index !== -1) return position(source, index);
  }
  return {};
}

function findQuoted(source, text) {
  for (const quote of ['"', "'", "`"]) {
    const index = source.indexOf(quote + text + quote);
    if (index !== -1) return index + 1;
  }
  return source.indexOf(text);
}

export function position(source, index) {
  const before = source.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}

/** `position` for many places in one text: its lines are counted once. */
export function positionsIn(source) {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (index) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= index) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: index - starts[low] + 1 };
  };
}

/** Where a place in a text stands in the text around it, which it begins at `start`. */
export function shifted({ line, column }, start) {
  if (line === undefined) return {};
  return { line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column };
}

/** The offset of a whole word, or -1; words that overlap themselves are looked for once. */
export function findWord(source, word) {
  if (!word) return -1;
  for (let at = source.indexOf(word); at !== -1; at = source.indexOf(word, at + word.length)) {
    if (!IN_WORD.test(source[at - 1] ?? "") && !IN_WORD.test(source[at + word.length] ?? "")) return at;
  }
  return -1;
}
