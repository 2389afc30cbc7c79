import { useSyncExternalStore } from "react";
import { ago } from "@/domain/time";
import { useMessages } from "@/messages/useMessages";

const TICK_MS = 10_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Says how long ago a moment of the API was, and anew as time goes on: one timer for all that is on the page. */
export function useAgo(): (moment: string) => string {
  const { locale } = useMessages();
  const now = useSyncExternalStore(subscribe, lastTick);
  return (moment) => ago(moment, now, locale);
}

/** The same for a while, so that all of a page is drawn as of one moment. */
function lastTick(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  for (const listener of listeners) listener();
}
