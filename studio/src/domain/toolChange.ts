import { type PatchFile, type PatchHunk, parsePatch } from "@/domain/patch";

interface Call {
  name: string;
  input?: unknown;
  output?: unknown;
}

/** How many lines a call added and took away; null while nothing says so. */
export function countsOf({ output }: Pick<Call, "output">): { additions: number; deletions: number } | null {
  const changes = changesIn(output);
  if (changes.length === 0) return null;
  const sum = (name: "additions" | "deletions") => changes.reduce((all, one) => all + one[name], 0);
  return { additions: sum("additions"), deletions: sum("deletions") };
}

/** The same of several calls together. */
export function countsOfAll(calls: readonly Pick<Call, "output">[]): { additions: number; deletions: number } | null {
  const counts = calls.map(countsOf).filter((one) => one !== null);
  if (counts.length === 0) return null;
  return counts.reduce((all, one) => ({ additions: all.additions + one.additions, deletions: all.deletions + one.deletions }));
}

/** What a call changed, or would: as its answer says, else as its arguments say. */
export function changeOf({ name, input, output }: Call): PatchFile[] {
  const given = record(input);
  const changes = changesIn(output);
  if (changes.length > 0) {
    const said = parsePatch(text(record(output)["diff"]));
    return changes.map((one) => said.find(({ path }) => path === one.path) ?? { ...one, old_path: null, hunks: one.status === "added" ? written(given) : [] });
  }
  const path = text(given["path"]);
  if (!path) return [];
  const hunks = name === "write_file" ? written(given) : name === "edit_file" ? edited(given) : [];
  return hunks.length === 0 ? [] : [counted({ path, old_path: null, status: "modified", additions: 0, deletions: 0, hunks })];
}

function counted(file: PatchFile): PatchFile {
  const count = (mark: string) => file.hunks.flatMap((hunk) => hunk.lines).filter((line) => line.startsWith(mark)).length;
  return { ...file, additions: count("+"), deletions: count("-") };
}

function written(given: Record<string, unknown>): PatchHunk[] {
  const content = text(given["content"]);
  if (!content) return [];
  const lines = linesOf(content).map((line) => `+${line}`);
  return [{ header: `@@ -0,0 +1,${lines.length} @@`, lines }];
}

/** Where a quoted piece stands is not known, so its lines have no numbers of the file: they count from one. */
function edited(given: Record<string, unknown>): PatchHunk[] {
  const edits = Array.isArray(given["edits"]) ? given["edits"].map(record) : [];
  return edits.map((edit) => {
    const [old, now] = [linesOf(text(edit["old"])), linesOf(text(edit["new"]))];
    const start = alike(old, now, (lines, at) => lines[at]);
    const end = alike(old.slice(start), now.slice(start), (lines, at) => lines[lines.length - 1 - at]);
    const marked = (mark: string, lines: readonly string[]) => lines.map((line) => mark + line);
    const lines = [
      ...marked(" ", old.slice(Math.max(0, start - 3), start)),
      ...marked("-", old.slice(start, old.length - end)),
      ...marked("+", now.slice(start, now.length - end)),
      ...marked(" ", old.slice(old.length - end).slice(0, 3)),
    ];
    return { header: "", lines };
  });
}

function alike(one: readonly string[], other: readonly string[], at: (lines: readonly string[], index: number) => string | undefined): number {
  let count = 0;
  while (count < Math.min(one.length, other.length) && at(one, count) === at(other, count)) count++;
  return count;
}

type Changed = Pick<PatchFile, "path" | "status" | "additions" | "deletions">;

function changesIn(output: unknown): Changed[] {
  const { changes } = record(output);
  return Array.isArray(changes) ? changes.map(record).filter(isChanged) : [];
}

function isChanged(value: Record<string, unknown>): value is Record<string, unknown> & Changed {
  return typeof value["path"] === "string" && typeof value["additions"] === "number" && typeof value["deletions"] === "number";
}

function linesOf(content: string): string[] {
  const lines = content.split("\n");
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
