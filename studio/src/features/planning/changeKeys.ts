import type { KeyboardEvent } from "react";

const AHEAD: Record<string, number> = { "]": 1, j: 1, "[": -1, k: -1 };

/** In a list of changes `]` or `j` goes to the next one, `[` or `k` to the one before, `a` says that it was looked at. */
export function nextStop(event: KeyboardEvent<HTMLElement>): void {
  const ahead = AHEAD[event.key];
  const isBracket = event.key === "[" || event.key === "]";
  if ((ahead === undefined && event.key !== "a") || event.target instanceof HTMLSelectElement) return;
  if (!isBracket && (event.ctrlKey || event.altKey || event.metaKey)) return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLInputElement>("input[data-stop]")];
  const here = document.activeElement?.closest("li[data-change]")?.querySelector<HTMLInputElement>("input[data-stop]");
  const at = here ? stops.indexOf(here) : -1;
  event.preventDefault();
  if (ahead === undefined) here?.click();
  else stops[Math.max(0, Math.min(at < 0 ? (ahead > 0 ? 0 : stops.length - 1) : at + ahead, stops.length - 1))]?.focus();
}
