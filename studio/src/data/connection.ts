import { useSyncExternalStore } from "react";

/**
 * How it stands between this page and the API. `lost`: the feed is cut, and tried again at `again`; `away`: newer tabs
 * took its place, or nobody looks at this one.
 */
export interface Connection {
  feed: "opening" | "live" | "lost" | "away";
  again: number | null;
  /** Until when the API asks not to be asked. */
  limitedUntil: number | null;
  /** The sign-in is over and could not be renewed. */
  expired: boolean;
}

let now: Connection = { feed: "opening", again: null, limitedUntil: null, expired: false };
const listeners = new Set<() => void>();

export const connection = (): Connection => now;

export function noteConnection(change: Partial<Connection>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

export function useConnection(): Connection {
  return useSyncExternalStore(listen, connection);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
