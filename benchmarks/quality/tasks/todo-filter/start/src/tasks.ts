export type Task = { id: number; title: string; done: boolean };

const KEY = "garden-tasks";

const first: Task[] = [
  { id: 1, title: "Water the beans", done: false },
  { id: 2, title: "Mend the fence", done: true },
  { id: 3, title: "Sow the lettuce", done: false },
];

/** The tasks as they were left; those of the first visit when nothing was. */
export function loadTasks(): Task[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return Array.isArray(kept) ? (kept as Task[]) : first;
  } catch {
    return first;
  }
}

export function saveTasks(tasks: Task[]) {
  localStorage.setItem(KEY, JSON.stringify(tasks));
}
