export type Order = "updated" | "name" | "created";

interface Shelved {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
}

/**
 * Those whose name holds the words, in the order asked for. Times are ISO 8601 in UTC, so they sort as text.
 * `places` holds the time an app is sorted by where it is not its own: a card under a hand must not move.
 */
export function ordered<A extends Shelved>(apps: readonly A[], words: string, order: Order, places: ReadonlyMap<string, string>): A[] {
  const wanted = words.trim().toLocaleLowerCase();
  const found = apps.filter((app) => app.name.toLocaleLowerCase().includes(wanted));
  const changed = (app: Shelved) => places.get(app.id) ?? app.updated_at;
  return found.toSorted((one, other) => {
    switch (order) {
      case "name":
        return one.name.localeCompare(other.name);
      case "updated":
        return changed(other).localeCompare(changed(one));
      case "created":
        return other.created_at.localeCompare(one.created_at);
    }
  });
}
