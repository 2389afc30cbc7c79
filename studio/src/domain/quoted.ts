const HEADING = /^ {0,3}#{1,6}[ \t]/gm;

/**
 * Where a piece of a text begins to be shown, for a place in it at `start`: at the nearest heading above, else at a whole line that
 * belongs to no table; at the place itself where that is a heading.
 */
export function beginningOf(text: string, start: number, isWhole: boolean): number {
  if (/^ {0,3}#{1,6}[ \t]/.test(text.slice(start, start + 12))) return start;
  const above = [...text.slice(0, start).matchAll(HEADING)].at(-1);
  if (above) return above.index;
  if (isWhole) return 0;
  const line = text.indexOf("\n") + 1;
  if (line === 0 || line > start) return start;
  return afterTable(text, line, start);
}

/** A piece that was cut off somewhere, to the end of its last whole line; of one long line to a whole word. */
export function untilLine(text: string): string {
  const line = text.lastIndexOf("\n") + 1;
  return line > 0 ? text.slice(0, line) : `${text.slice(0, Math.max(0, text.lastIndexOf(" ")))} ...`;
}

function afterTable(text: string, from: number, most: number): number {
  let at = from;
  while (at < most && text.slice(at).trimStart().startsWith("|")) {
    const next = text.indexOf("\n", at + 1);
    if (next < 0 || next >= most) return from;
    at = next + 1;
  }
  return at;
}

const RULE = /^[ \t|:_=*-]*(?:---|\|[ \t]*:?-)[ \t|:_=*-]*$\n?/gm;
const STRONG = /\*\*|__|~~|`+/g;
const LINK = /!?\[([^\]\n]{0,100})\]\([^)\s]{0,300}\)/g;
const EMPHASIS = /(?<![\p{L}\p{N}*])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}*])/gu;

/** A piece of Markdown as it is read: without the signs of headings, emphasis, links and tables. Its lines stay. */
export function withoutMarks(text: string): string {
  return text
    .replace(RULE, "")
    .replace(/^ {0,3}#{1,6}[ \t]+/gm, "")
    .replace(/^([ \t]*)[*+-][ \t]+(?:\[[ xX]\][ \t]+)?/gm, "$1• ")
    .replace(/^[ \t]*>[ \t]?/gm, "")
    .replace(/^[ \t]*\|[ \t]*(.*?)[ \t]*\|?[ \t]*$/gm, (_, cells: string) => cells.replace(/[ \t]*\|[ \t]*/g, ", "))
    .replace(LINK, "$1")
    .replace(STRONG, "")
    .replace(EMPHASIS, "");
}
