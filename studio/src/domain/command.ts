const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\S+/g;
const MOST = 100;

/** A command as the words that its program gets: what stands in quotes is one. */
export function commandWords(command: string): string[] {
  return [...command.slice(0, 2_000).matchAll(WORD)].slice(0, MOST).map(([whole, double, single]) => double ?? single ?? whole);
}
