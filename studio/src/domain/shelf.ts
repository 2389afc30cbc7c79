export type Order = "updated" | "name" | "created";

interface Shelved {
  name: string;
  created_at: string;
  updated_at: string;
}

/** Those whose name holds the words, in the order asked for. Times are ISO 8601 in UTC, so they sort as text. */
export function ordered<A extends Shelved>(apps: readonly A[], words: string, order: Order): A[] {
  const wanted = words.trim().toLocaleLowerCase();
  const found = apps.filter((app) => app.name.toLocaleLowerCase().includes(wanted));
  return found.toSorted((one, other) => compare(one, other, order));
}

function compare(one: Shelved, other: Shelved, order: Order): number {
  switch (order) {
    case "name":
      return one.name.localeCompare(other.name);
    case "updated":
      return other.updated_at.localeCompare(one.updated_at);
    case "created":
      return other.created_at.localeCompare(one.created_at);
  }
}
