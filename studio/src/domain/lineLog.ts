import { LEVELS, type Level, type Line } from "@/domain/bridge";

export const LINES_KEPT = 10_000;

export interface Kept extends Line {
  id: number;
}

export interface LineLog {
  lines: readonly Kept[];
  counts: Readonly<Record<Level, number>>;
  /** Lines that were said and are not kept any more, or never came. */
  gone: number;
  next: number;
}

const NONE = Object.fromEntries(LEVELS.map((level) => [level, 0])) as Record<Level, number>;
export const EMPTY_LOG: LineLog = { lines: [], counts: NONE, gone: 0, next: 1 };

/** The log with more lines: the newest ten thousand stay, the rest is counted. */
export function withLines(log: LineLog, more: readonly Line[], lost: number): LineLog {
  if (more.length === 0 && lost === 0) return log;
  const counts = { ...log.counts };
  for (const { level } of more) counts[level] += 1;
  const all = [...log.lines, ...more.map((line, at) => ({ ...line, id: log.next + at }))];
  const kept = all.slice(-LINES_KEPT);
  for (const { level } of all.slice(0, -LINES_KEPT)) counts[level] -= 1;
  return { lines: kept, counts, gone: log.gone + lost + all.length - kept.length, next: log.next + more.length };
}

/** What went wrong: what the console and the network say with alarm. */
export const errorsIn = ({ counts }: LineLog): number => counts.error + counts.network;
