// Names with `*` in acceptance checks. No regular expression is made of one: a pattern is a stranger's, and so is a page.

/** Elements of one role that are compared with a pattern; a count of more is no result of a check. */
export const MOST_TRIED = 2_000;
const MOST_NAME = 500;

/** Whether a name is the pattern, in which each `*` stands for any words, or none: the parts between follow each other. */
export function fits(pattern, whole) {
  const name = whole.slice(0, MOST_NAME);
  const parts = pattern.split('*');
  const [first, last] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return name === pattern;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  const end = name.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = name.indexOf(part, at);
    if (next < 0 || next + part.length > end) return false;
    at = next + part.length;
  }
  return true;
}
