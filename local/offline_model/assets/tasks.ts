/** A list of tasks. Every function answers the next state and keeps it in this browser. */
import { keep, load } from "./keep";

export type Task = { id: number; title: string; done: boolean };
export type Filter = (typeof filters)[number];
export type TaskList = { key: string; tasks: Task[]; filter: Filter };

export const filters = ["All", "Open", "Done"] as const;

export const loadTasks = (key: string): TaskList => ({ key, tasks: load<Task[]>(key, [], Array.isArray), filter: "All" });
export const showOnly = (list: TaskList, filter: Filter): TaskList => ({ ...list, filter });
export const clearDone = (list: TaskList) => withTasks(list, list.tasks.filter((task) => !task.done));
export const deleteTask = (list: TaskList, id: number) => withTasks(list, list.tasks.filter((task) => task.id !== id));

export function addTask(list: TaskList, form: FormData): TaskList {
  const title = String(form.get("title") ?? "").trim();
  const id = Math.max(0, ...list.tasks.map((task) => task.id)) + 1;
  return title ? withTasks(list, [...list.tasks, { id, title, done: false }]) : list;
}

export function toggleTask(list: TaskList, id: number): TaskList {
  return withTasks(list, list.tasks.map((task) => (task.id === id ? { ...task, done: !task.done } : task)));
}

export function visibleTasks({ tasks, filter }: TaskList): Task[] {
  return tasks.filter((task) => filter === "All" || task.done === (filter === "Done"));
}

export function summary({ tasks }: TaskList): string {
  const open = tasks.filter((task) => !task.done).length;
  if (tasks.length === 0) return "Nothing here yet. Add the first one above.";
  return open === 0 ? "All done." : `${open} of ${tasks.length} left.`;
}

function withTasks(list: TaskList, tasks: Task[]): TaskList {
  keep(list.key, tasks);
  return { ...list, tasks };
}
