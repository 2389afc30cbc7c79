export type Habit = { name: string; days: string[] };

const KEY = "habits";

const suggested = ["Walk", "Read"];

/** What is kept, in either form that we have written: a list of habits, or (once) their names with counts. */
export function loadHabits(): Habit[] {
  const kept = read();
  if (kept === null) return suggested.map((name) => ({ name, days: [] }));
  if (Array.isArray(kept)) return kept.filter(isHabit);
  return Object.entries(kept).map(([name, days]) => ({ name, days: Array.isArray(days) ? [] : [] }));
}

export function saveHabits(habits: Habit[]) {
  localStorage.setItem(KEY, JSON.stringify(habits));
}

function read(): object | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return typeof kept === "object" ? kept : null;
  } catch {
    return null;
  }
}

function isHabit(value: unknown): value is Habit {
  return typeof value === "object" && value !== null && "name" in value && "days" in value && Array.isArray(value.days);
}
