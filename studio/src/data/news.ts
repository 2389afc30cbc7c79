import { useSyncExternalStore } from "react";
import type { AppEvent } from "@/data/happenings";

/** A run of an app, or its publication, has come to a point that a person may want to hear of. */
export interface News {
  id: string;
  app: string;
  /** What it is about: a later line of the same takes its place. */
  run: string;
  /** The run that waits, where that is another than what it is about. */
  waits?: string | null;
  what: "begins" | "ended" | "failed" | "waits" | "published" | "notPublished";
  /** What is said of it in place of the usual words: then it is the autopilot that says so. */
  words?: string;
  /** Where it is online now. */
  url?: string;
}

const MOST = 3;
/** What is told on coming back after a while is no news. */
const OLD_MS = 2 * 60_000;

let shown: readonly News[] = [];
const listeners = new Set<() => void>();

export function newsOf(event: AppEvent, now: number): News | null {
  if (event.kind !== "run_waits" && event.kind !== "run_ended") return null;
  if (!event.app_id || now - Date.parse(event.at) > OLD_MS) return null;
  if (event.kind === "run_ended" && event.status === "cancelled") return null;
  const what = event.kind === "run_waits" ? "waits" : event.status === "completed" ? "ended" : "failed";
  return { id: `${event.run_id}-${what}`, app: event.app_id, run: event.run_id, what };
}

/** What the autopilot has said, in its own words where they are at hand. */
export function tellPilot(app: string, what: News["what"], words: string, waits: string | null): void {
  addNews({ id: `pilot-${app}-${Date.now()}`, app, run: `pilot-${app}`, waits, what, words });
}

/** Whoever looks at the app sees it there. */
export function isSeen({ app }: News): boolean {
  return document.visibilityState === "visible" && location.pathname.includes(`/apps/${app}`);
}

export function tellNews(event: AppEvent): void {
  const news = newsOf(event, Date.now());
  if (news && !isSeen(news)) addNews(news);
}

/** Whether what was asked for in a window that is closed by now has come to pass. */
export function tellPublication(app: string, url: string | null): void {
  addNews({ id: `publish-${app}-${Date.now()}`, app, run: `publish-${app}`, ...(url ? { what: "published", url } : { what: "notPublished" }) });
}

function addNews(news: News): void {
  // One line a run: that it ended takes the place of that it waited.
  set([...shown.filter(({ run }) => run !== news.run), news].slice(-MOST));
}

export function dropNews(id: string): void {
  set(shown.filter((news) => news.id !== id));
}

export function useNews(): readonly News[] {
  return useSyncExternalStore(listen, () => shown);
}

function set(next: readonly News[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
