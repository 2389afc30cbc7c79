export type Counter = { name: string; count: number };

const KEY = "tally";

/** The counters as they were left; none when nothing can be read. */
export function loadCounters(): Counter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Counter[]) : [];
  } catch {
    return [];
  }
}

export function saveCounters(counters: Counter[]) {
  localStorage.setItem(KEY, JSON.stringify(counters));
}
