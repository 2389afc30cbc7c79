/** File names in a message: "@src/App.tsx". */

export const MOST_OFFERED = 8;
const MOST_SENT = 50;
const PATH = "[\\p{L}\\p{N}_./\\-]";
const BEFORE_CARET = new RegExp(`(?:^|\\s)@(${PATH}*)$`, "u");
const SAID = new RegExp(`(?:^|[\\s(])@(${PATH}+)`, "gu");

export interface Typed {
  /** Where the "@" is. */
  at: number;
  /** What stands between it and the caret. */
  words: string;
}

/** The name that is being written before the caret; null where none is. */
export function typedAt(text: string, caret: number): Typed | null {
  const found = BEFORE_CARET.exec(text.slice(Math.max(0, caret - 300), caret));
  return found ? { at: caret - (found[1]?.length ?? 0) - 1, words: found[1] ?? "" } : null;
}

/** The files that may be meant: those whose own name begins so come first, then those that hold it anywhere. */
export function offered(paths: readonly string[], words: string): string[] {
  const sought = words.toLowerCase();
  const ranked = paths.map((path) => ({ path, rank: rankOf(path.toLowerCase(), sought) })).filter(({ rank }) => rank > 0);
  return ranked
    .toSorted((one, other) => other.rank - one.rank || one.path.length - other.path.length || one.path.localeCompare(other.path))
    .slice(0, MOST_OFFERED)
    .map(({ path }) => path);
}

function rankOf(path: string, sought: string): number {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name.startsWith(sought)) return 3;
  if (name.includes(sought)) return 2;
  return path.includes(sought) ? 1 : 0;
}

/** The text with the name completed, and where the caret goes. */
export function completed(text: string, { at, words }: Typed, path: string): { text: string; caret: number } {
  const rest = text.slice(at + 1 + words.length);
  const said = `@${path}${rest.startsWith(" ") ? "" : " "}`;
  return { text: text.slice(0, at) + said + rest, caret: at + path.length + 2 };
}

/** The files that a message names, each once; what ends a sentence is no part of a name. */
export function mentionedIn(text: string, paths: readonly string[]): string[] {
  const known = new Set(paths);
  const said = [...text.matchAll(SAID)].map(([, name = ""]) => (known.has(name) ? name : name.replace(/[./-]+$/, "")));
  return [...new Set(said.filter((name) => known.has(name)))].slice(0, MOST_SENT);
}
