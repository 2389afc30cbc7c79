import { useSyncExternalStore } from "react";
import { type Language, LANGUAGES, preferredLanguage } from "@/messages/useMessages";

export type Theme = "system" | "light" | "dark";
export interface Preferences {
  language: Language;
  theme: Theme;
  /** Whether single keys do something: only where somebody switched them on. */
  singleKeys: boolean;
  /** Whether the browser may say that a run has ended while nobody looks. */
  notes: boolean;
}

const KEY = "chatbuilder.preferences";
const listeners = new Set<() => void>();
let current: Preferences | null = null;

/** What a person chose for this browser. */
export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences);
}

export function choose(change: Partial<Preferences>): void {
  current = { ...preferences(), ...change };
  localStorage.setItem(KEY, JSON.stringify(current));
  show(current);
  for (const listener of listeners) listener();
}

function preferences(): Preferences {
  if (!current) {
    current = stored();
    show(current);
  }
  return current;
}

function stored(): Preferences {
  const fallback: Preferences = { language: preferredLanguage(navigator.languages), theme: "system", singleKeys: false, notes: false };
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Preferences>;
    const language = kept.language && kept.language in LANGUAGES ? kept.language : fallback.language;
    const theme = kept.theme === "light" || kept.theme === "dark" ? kept.theme : "system";
    return { language, theme, singleKeys: kept.singleKeys === true, notes: kept.notes === true };
  } catch {
    return fallback;
  }
}

function show({ theme }: Preferences): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", hear);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", hear);
  };
}

/** What was chosen in another tab holds in this one too. */
function hear({ key }: StorageEvent): void {
  if (key !== KEY && key !== null) return;
  current = stored();
  show(current);
  for (const listener of listeners) listener();
}

/** Whether a person asked for the browser's own notes, and the browser lets us. */
export function wantsNotes(): boolean {
  return preferences().notes && "Notification" in window && Notification.permission === "granted";
}
