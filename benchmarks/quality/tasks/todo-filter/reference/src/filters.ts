import type { Task } from "./tasks";

export const filters = ["All", "Active", "Done"] as const;
export type Filter = (typeof filters)[number];

const KEY = "garden-filter";

export function passes(task: Task, filter: Filter): boolean {
  return filter === "All" || task.done === (filter === "Done");
}

/** The filter that was chosen last. */
export function loadFilter(): Filter {
  return filters.find((filter) => filter === localStorage.getItem(KEY)) ?? "All";
}

export function saveFilter(filter: Filter) {
  localStorage.setItem(KEY, filter);
}
