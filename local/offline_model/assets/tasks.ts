/** A list of tasks. Every function answers the next state and keeps it in this browser. */
import { keep, load } from "./keep";

export type Task = { id: number; title: string; done: boolean };
export type Filter = "all" | "open" | "done";
export type TaskList = { key: string; tasks: Task[]; filter: Filter };

export const filters: { key: Filter; label: string }[] = [
  { key: "all", label: "All" },
  { key: "open", label: "Open" },
  { key: "done", label: "Done" },
];

export function loadTasks(key: string): TaskList {
  return { key, tasks: load<Task[]>(key, [], Array.isArray), filter: "all" };
}

export function addTask(list: TaskList, form: FormData): TaskList {
  const title = String(form.get("title") ?? "").trim();
  if (!title) return list;
  const id = Math.max(0, ...list.tasks.map((task) => task.id)) + 1;
  return withTasks(list, [...list.tasks, { id, title, done: false }]);
}

export function toggleTask(list: TaskList, id: number): TaskList {
  return withTasks(list, list.tasks.map((task) => (task.id === id ? { ...task, done: !task.done } : task)));
}

export function deleteTask(list: TaskList, id: number): TaskList {
  return withTasks(list, list.tasks.filter((task) => task.id !== id));
}

export function clearDone(list: TaskList): TaskList {
  return withTasks(list, list.tasks.filter((task) => !task.done));
}

export function showOnly(list: TaskList, filter: Filter): TaskList {
  return { ...list, filter };
}

export function visibleTasks(list: TaskList): Task[] {
  return list.tasks.filter((task) => list.filter === "all" || task.done === (list.filter === "done"));
}

export function summary(list: TaskList): string {
  const open = list.tasks.filter((task) => !task.done).length;
  if (list.tasks.length === 0) return "Nothing here yet. Add the first one above.";
  return open === 0 ? "All done." : `${open} of ${list.tasks.length} left.`;
}

function withTasks(list: TaskList, tasks: Task[]): TaskList {
  keep(list.key, tasks);
  return { ...list, tasks };
}
