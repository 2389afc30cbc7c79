import type { PatchHunk } from "@/domain/patch";

const LINE_MOST = 1_000;

/** The first lines of some places, each line of a length that can be drawn. */
export function cutHunks(hunks: readonly PatchHunk[], most: number): PatchHunk[] {
  const shown: PatchHunk[] = [];
  let left = most;
  for (const { header, lines } of hunks) {
    if (left <= 0) break;
    shown.push({ header, lines: lines.slice(0, left).map(shortLine) });
    left -= lines.length;
  }
  return shown;
}

export function lineCount(hunks: readonly PatchHunk[]): number {
  return hunks.reduce((all, { lines }) => all + lines.length, 0);
}

function shortLine(line: string): string {
  return line.length > LINE_MOST ? `${line.slice(0, LINE_MOST)} ...` : line;
}
