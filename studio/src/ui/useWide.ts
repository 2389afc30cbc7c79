import { useSyncExternalStore } from "react";

const WIDE = matchMedia("(min-width: 768px)");

/** Whether two panes have room beside each other. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => WIDE.matches);
}

function subscribe(listener: () => void): () => void {
  WIDE.addEventListener("change", listener);
  return () => WIDE.removeEventListener("change", listener);
}
