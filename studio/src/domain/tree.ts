export interface TreeRow {
  path: string;
  name: string;
  level: number;
  folder: boolean;
  /** Its place among its neighbours, from 1, and how many they are. */
  at: number;
  of: number;
}

/** What a tree of files shows, line by line: folders first, what is in a closed one left out. */
export function treeRows(paths: readonly string[], closed: ReadonlySet<string>): TreeRow[] {
  return rowsUnder(paths, closed, "", 1);
}

function rowsUnder(paths: readonly string[], closed: ReadonlySet<string>, under: string, level: number): TreeRow[] {
  const entries = entriesUnder(paths, under);
  return entries.flatMap(({ name, folder }, index) => {
    const row = { path: under + name, name, level, folder, at: index + 1, of: entries.length };
    if (!folder || closed.has(row.path)) return [row];
    const within = `${row.path}/`;
    return [row, ...rowsUnder(paths.filter((path) => path.startsWith(within)), closed, within, level + 1)];
  });
}

function entriesUnder(paths: readonly string[], under: string): { name: string; folder: boolean }[] {
  const folders = new Map<string, boolean>();
  for (const path of paths) {
    const [name = "", ...rest] = path.slice(under.length).split("/");
    folders.set(name, folders.get(name) || rest.length > 0);
  }
  const entries = [...folders].map(([name, folder]) => ({ name, folder }));
  return entries.toSorted((one, other) => Number(other.folder) - Number(one.folder) || one.name.localeCompare(other.name));
}

/** The paths that hold each of the words. */
export function pathsWith(paths: readonly string[], words: string): string[] {
  const wanted = words.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return paths.filter((path) => wanted.every((word) => path.toLocaleLowerCase().includes(word)));
}

interface Entry {
  path: string;
  sha256: string;
}

export type FileMark = "added" | "changed";

/** How the files of a tree differ from those of an older one. */
export function marksOf(now: readonly Entry[], before: readonly Entry[]): ReadonlyMap<string, FileMark> {
  const known = new Map(before.map(({ path, sha256 }) => [path, sha256]));
  const marks = now.flatMap(({ path, sha256 }): [string, FileMark][] => {
    if (!known.has(path)) return [[path, "added"]];
    return known.get(path) === sha256 ? [] : [[path, "changed"]];
  });
  return new Map(marks);
}
