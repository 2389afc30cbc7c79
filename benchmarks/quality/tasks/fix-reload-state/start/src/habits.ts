export type Habit = { name: string; days: string[] };

const KEY = "habits";

const suggested = ["Walk", "Read"];

/** What is kept, in either form that we have written: a list of habits, or (once) their names with counts. */
export function loadHabits(): Habit[] {
  const kept = read();
  const found = Object.entries(kept).map(([name, days]) => ({ name, days: Array.isArray(days) ? days.map(String) : [] }));
  return [...suggested.map((name) => ({ name, days: [] })), ...found];
}

export function saveHabits(habits: Habit[]) {
  localStorage.setItem(KEY, JSON.stringify(habits));
}

function read(): object {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}
