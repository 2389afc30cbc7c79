import { useSyncExternalStore } from "react";

type Shown = "palette" | "keys" | null;

let shown: Shown = null;
const listeners = new Set<() => void>();

/** Opens the palette or the sheet of shortcuts, or closes what is open. */
export function showCommands(next: Shown): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function useShownCommands(): Shown {
  return useSyncExternalStore(listen, () => shown);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
