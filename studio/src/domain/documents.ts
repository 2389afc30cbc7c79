/** One text that is kept, as far as its versions are told apart. */
interface Kept {
  id: string;
  replaces: string | null;
}

/** A text with the texts that it took the place of, newest first. */
export interface Line<D> {
  newest: D;
  versions: readonly D[];
}

/** Texts as lines of versions, in the order that they come in: each that no other has replaced, with those before it. */
export function linesOf<D extends Kept>(documents: readonly D[]): Line<D>[] {
  const known = new Map(documents.map((one) => [one.id, one]));
  const replaced = new Set(documents.map((one) => one.replaces));
  return documents.filter(({ id }) => !replaced.has(id)).map((newest) => ({ newest, versions: back(newest, known) }));
}

/** The line that a text is a version of. */
export function lineWith<D extends Kept>(lines: readonly Line<D>[], id: string): Line<D> | null {
  return lines.find(({ versions }) => versions.some((one) => one.id === id)) ?? null;
}

function back<D extends Kept>(newest: D, known: ReadonlyMap<string, D>): D[] {
  const found = new Set<D>();
  for (let at: D | undefined = newest; at && !found.has(at); at = known.get(at.replaces ?? "")) found.add(at);
  return [...found];
}

/** A heading of a text, and where it begins in it. */
export interface Heading {
  title: string;
  level: number;
  at: number;
}

const HEADING = /^(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
const FENCE = /^ {0,3}(```|~~~)/;
const HEADINGS_MOST = 400;

/** The headings of Markdown, by where they stand; none in code. */
export function headingsOf(text: string): Heading[] {
  const found: Heading[] = [];
  let at = 0;
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const [, signs, title] = fence === null ? (HEADING.exec(line) ?? []) : [];
    if (signs && title && found.length < HEADINGS_MOST) found.push({ title: title.slice(0, 200), level: signs.length, at });
    at += line.length + 1;
  }
  return found;
}

/** How deep each heading stands below the least deep of them, from 0. */
export function depthsOf(headings: readonly Heading[]): number[] {
  const least = Math.min(...headings.map(({ level }) => level));
  return headings.map(({ level }) => Math.min(3, level - least));
}

/** A text in sections that can be gone to: at each heading and at one place more, where that is in it. */
export function sectionsOf(text: string, headings: readonly Heading[], place: number | null): { at: number; text: string }[] {
  const within = place !== null && place > 0 && place < text.length ? [place] : [];
  const cuts = [...new Set([0, ...headings.map(({ at }) => at), ...within])].toSorted((one, other) => one - other);
  return cuts.map((at, index) => ({ at, text: text.slice(at, cuts[index + 1]) })).filter((one) => one.text.trim() !== "" || one.at === place);
}

/** How much of a text is shown at a time, in code points, as the API gives it. */
export const PIECE = 100_000;

/** Where the piece begins that has a place in it. */
export function pieceAt(place: number): number {
  return Math.floor(place / PIECE) * PIECE;
}

/** A place of code points as one of the text's own units. */
export function unitsTo(text: string, points: number): number {
  if (points <= 0) return 0;
  let [units, seen] = [0, 0];
  for (const point of text) {
    if (seen++ === points) break;
    units += point.length;
  }
  return units;
}

const LINES_MOST = 6_000;
const AROUND = 3;

interface Changed {
  from: number;
  gone: readonly string[];
  come: readonly string[];
}

/** Whether two texts can be compared line by line while somebody waits. */
export function isComparable(...texts: readonly string[]): boolean {
  return texts.every((text) => text.split("\n").length <= LINES_MOST);
}

/** Changes as hunks with some lines around each; those that are near each other are one. `changes`: by the lines of `before`. */
export function hunksOf(before: readonly string[], changes: readonly Changed[]): { index: number; header: string; lines: string[] }[] {
  const groups: Changed[][] = [];
  for (const change of changes) {
    const last = groups.at(-1)?.at(-1);
    if (last && change.from - (last.from + last.gone.length) <= 2 * AROUND) groups.at(-1)?.push(change);
    else groups.push([change]);
  }
  let shift = 0;
  return groups.map((group, index) => {
    const [first, last] = [group[0], group.at(-1)] as [Changed, Changed];
    const start = Math.max(0, first.from - AROUND);
    const end = Math.min(before.length, last.from + last.gone.length + AROUND);
    const header = `@@ -${start + 1} +${start + 1 + shift} @@`;
    shift += group.reduce((sum, { gone, come }) => sum + come.length - gone.length, 0);
    return { index, header, lines: linesIn(before, group, start, end) };
  });
}

function linesIn(before: readonly string[], group: readonly Changed[], start: number, end: number): string[] {
  let at = start;
  const lines = group.flatMap(({ from, gone, come }) => {
    const same = before.slice(at, from);
    at = from + gone.length;
    return [...same.map((line) => ` ${line}`), ...gone.map((line) => `-${line}`), ...come.map((line) => `+${line}`)];
  });
  return [...lines, ...before.slice(at, end).map((line) => ` ${line}`)];
}
