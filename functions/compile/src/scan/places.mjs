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
