export type Item = { id: string; title: string; done: boolean };

const KEY = "to-do";

/** What was kept last time; nothing when there is nothing that can be read. */
export function loadItems(): Item[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Item[]) : [];
  } catch {
    return [];
  }
}

export function saveItems(items: Item[]) {
  localStorage.setItem(KEY, JSON.stringify(items.map((item) => ({ ...item, done: false }))));
}
