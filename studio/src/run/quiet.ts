import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const keyOf = (app: string) => `chatbuilder.repair.quiet.${app}`;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** About which draft of an app a person does not want to be asked. Kept in this browser; another draft is another matter. */
export function useQuiet(app: string, revision: string): [boolean, (quiet: boolean) => void] {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(app)));
  const set = (quiet: boolean) => {
    if (quiet) localStorage.setItem(keyOf(app), revision);
    else localStorage.removeItem(keyOf(app));
    for (const listener of listeners) listener();
  };
  return [kept === revision, set];
}
