/** A stopwatch: the time before the last start, and the moment of that start while it runs. */
export type Stopwatch = { before: number; startedAt: number | null; now: number; laps: number[] };

export function newStopwatch(_before?: Stopwatch): Stopwatch {
  return { before: 0, startedAt: null, now: 0, laps: [] };
}

export function elapsed(watch: Stopwatch): number {
  return watch.startedAt === null ? watch.before : watch.before + watch.now - watch.startedAt;
}

export function tick(watch: Stopwatch): Stopwatch {
  return { ...watch, now: Date.now() };
}

export function startOrStop(watch: Stopwatch): Stopwatch {
  const now = Date.now();
  if (watch.startedAt === null) return { ...watch, startedAt: now, now };
  return { ...watch, before: watch.before + now - watch.startedAt, startedAt: null };
}

export function addLap(watch: Stopwatch): Stopwatch {
  return { ...watch, laps: [...watch.laps, elapsed(tick(watch))] };
}

export function clock(milliseconds: number): string {
  const tenths = Math.floor(milliseconds / 100);
  const minutes = String(Math.floor(tenths / 600)).padStart(2, "0");
  return `${minutes}:${String(Math.floor(tenths / 10) % 60).padStart(2, "0")}.${tenths % 10}`;
}
