/** The lines of a hunk as they are shown: numbered on both sides, and which part of a changed line differs. */
export interface Row {
  kind: "same" | "added" | "removed" | "note";
  old: number | null;
  new: number | null;
  /** A changed line: its start, the part that differs, its end. Of any other line the first part is all of it. */
  parts: readonly [string, string, string];
}

const KINDS: Record<string, Row["kind"]> = { "+": "added", "-": "removed", "\\": "note" };
const WORD = /[\p{L}\p{N}_]/u;
const START = /^@@ -(\d+)(?:,\d+)? \+(\d+)/;

/** The rows of one hunk. A header that cannot be read counts from 1. */
export function rowsOf({ header, lines }: { header: string; lines: readonly string[] }): Row[] {
  const [, before = "1", after = "1"] = START.exec(header) ?? [];
  let [old, now] = [Number(before), Number(after)];
  const rows = lines.map((line): Row => {
    const kind = KINDS[line.charAt(0)] ?? "same";
    return {
      kind,
      old: kind === "same" || kind === "removed" ? old++ : null,
      new: kind === "same" || kind === "added" ? now++ : null,
      parts: [line.slice(1), "", ""],
    };
  });
  return splitChanges(rows);
}

/** Where as many lines were added as removed they are paired in order, and each pair is split where its lines differ. */
function splitChanges(rows: Row[]): Row[] {
  const split = [...rows];
  for (let at = 0; at < rows.length; at++) {
    if (rows[at]?.kind !== "removed") continue;
    const removed = countFrom(rows, at, "removed");
    const added = countFrom(rows, at + removed, "added");
    for (let each = 0; removed === added && each < removed; each++) splitPair(split, at + each, at + removed + each);
    at += removed + added - 1;
  }
  return split;
}

/** How many rows of one kind follow each other. */
function countFrom(rows: readonly Row[], from: number, kind: Row["kind"]): number {
  const end = rows.findIndex((row, at) => at >= from && row.kind !== kind);
  return (end < 0 ? rows.length : end) - from;
}

function splitPair(rows: Row[], one: number, other: number): void {
  const [old, now] = [rows[one], rows[other]];
  if (!old || !now) return;
  const [before, after] = [old.parts[0], now.parts[0]];
  const start = shared(before, after, (text, at) => text[at]);
  const most = Math.min(before.length, after.length) - start;
  const end = shared(before, after, (text, at) => text[text.length - 1 - at], most);
  rows[one] = { ...old, parts: cut(before, start, end) };
  rows[other] = { ...now, parts: cut(after, start, end) };
}

type Place = (text: string, index: number) => string | undefined;

/** How many characters two lines share from one of their ends, without part of a word. */
function shared(one: string, other: string, at: Place, most = Number.POSITIVE_INFINITY): number {
  let length = 0;
  while (length < Math.min(one.length, other.length, most) && at(one, length) === at(other, length)) length++;
  const goesOn = WORD.test(at(one, length) ?? "") || WORD.test(at(other, length) ?? "");
  while (goesOn && length > 0 && WORD.test(at(one, length - 1) ?? "")) length--;
  return length;
}

function cut(text: string, start: number, end: number): Row["parts"] {
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
}
