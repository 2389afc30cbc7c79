/** A patch in git's form, as files with their places. What cannot be read is passed over. */
export interface PatchFile {
  path: string;
  old_path: string | null;
  status: "added" | "modified" | "deleted" | "renamed";
  additions: number;
  deletions: number;
  hunks: readonly PatchHunk[];
}

export interface PatchHunk {
  header: string;
  lines: readonly string[];
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NAMES = /^diff --git "?a\/(.*?)"? "?b\/(.*?)"?$/;

/** Reads by the counts of each hunk, so that no line of a file is taken for a line of the patch. A cut patch ends early. */
export function parsePatch(text: string): PatchFile[] {
  const lines = text.split("\n");
  const files: PatchFile[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const file = files.at(-1);
    const named = NAMES.exec(line);
    if (named) files.push(begun(named[1] ?? "", named[2] ?? ""));
    else if (file && HUNK.test(line)) {
      const hunk = hunkAt(lines, at);
      files[files.length - 1] = withHunk(file, hunk);
      at += hunk.lines.length;
    } else if (file) files[files.length - 1] = { ...file, ...headed(line) };
  }
  return files;
}

function begun(before: string, after: string): PatchFile {
  const moved = before !== after;
  return { path: after, old_path: moved ? before : null, status: moved ? "renamed" : "modified", additions: 0, deletions: 0, hunks: [] };
}

function headed(line: string): Partial<PatchFile> {
  if (line.startsWith("new file mode")) return { status: "added" };
  return line.startsWith("deleted file mode") ? { status: "deleted" } : {};
}

function hunkAt(lines: readonly string[], at: number): PatchHunk {
  const header = lines[at] ?? "";
  const [, before = "1", after = "1"] = HUNK.exec(header) ?? [];
  let [old, now] = [Number(before), Number(after)];
  const held: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const mark = line.charAt(0);
    if (mark !== "\\" && (!" +-".includes(mark) || mark === "" || (old <= 0 && now <= 0))) break;
    if (mark === " " || mark === "-") old--;
    if (mark === " " || mark === "+") now--;
    held.push(line);
  }
  return { header, lines: held };
}

function withHunk(file: PatchFile, hunk: PatchHunk): PatchFile {
  const count = (mark: string) => hunk.lines.filter((line) => line.startsWith(mark)).length;
  return { ...file, hunks: [...file.hunks, hunk], additions: file.additions + count("+"), deletions: file.deletions + count("-") };
}
