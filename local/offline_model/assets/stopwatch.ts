/** A stopwatch: the time before the last start, and the moment of that start while it runs. */
export type Stopwatch = { before: number; startedAt: number | null; now: number; laps: number[] };

export const newStopwatch = (_before?: Stopwatch): Stopwatch => ({ before: 0, startedAt: null, now: 0, laps: [] });
export const tick = (watch: Stopwatch): Stopwatch => ({ ...watch, now: Date.now() });
export const addLap = (watch: Stopwatch): Stopwatch => ({ ...watch, laps: [...watch.laps, elapsed(tick(watch))] });

export function startOrStop(watch: Stopwatch): Stopwatch {
  const now = Date.now();
  return { ...watch, now, before: elapsed({ ...watch, now }), startedAt: watch.startedAt === null ? now : null };
}

export function elapsed({ before, startedAt, now }: Stopwatch): number {
  return startedAt === null ? before : before + now - startedAt;
}

export function clock(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(tenths / 600))}:${two(Math.floor(tenths / 10) % 60)}.${tenths % 10}`;
}
