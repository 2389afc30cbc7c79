/** The first place of a quoted specifier, or of any text, as a 1-based `{line, column}`. */
export function locate(source, specifier) {
  for (const quote of ['"', "'"]) {
    const index = source.indexOf(quote + specifier + quote);
    if (index !== -1) return position(source, index + 1);
  }
  const index = source.indexOf(specifier);
  return index === -1 ? {} : position(source, index);
}

export function position(source, index) {
  const before = source.slice(0, index);
  const line = before.split("\n").length;
  return { line, column: index - before.lastIndexOf("\n") };
}
