import type { KeyboardEvent } from "react";

const AHEAD: Record<string, number> = { "]": 1, j: 1, "[": -1, k: -1 };
const KEPT: Record<string, boolean> = { a: true, r: false };

/**
 * Keys inside a review, and only there: `]` and `[` (or `j` and `k`) move the focus to the next and the last choice, `a` keeps
 * what the focus is in, `r` sets it aside. A letter with a modifier is the browser's; brackets need one on some keyboards.
 */
export function onReviewKey(event: KeyboardEvent<HTMLElement>): void {
  if (isWriting(event.target)) return;
  const bracket = event.key === "[" || event.key === "]";
  if (!bracket && (event.ctrlKey || event.altKey || event.metaKey)) return;
  const ahead = AHEAD[event.key];
  const kept = KEPT[event.key];
  if (ahead !== undefined) move(event.currentTarget, ahead);
  else if (kept !== undefined) choose(event.currentTarget, kept);
  else return;
  event.preventDefault();
}

function isWriting(target: EventTarget): boolean {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox");
}

function move(root: HTMLElement, ahead: number): void {
  const stops = stopsOf(root);
  const here = current(root);
  const at = here ? stops.indexOf(here) + ahead : ahead > 0 ? 0 : stops.length - 1;
  const next = stops[Math.max(0, Math.min(at, stops.length - 1))];
  next?.focus();
  next?.closest("[data-change]")?.scrollIntoView({ block: "nearest" });
}

function choose(root: HTMLElement, kept: boolean): void {
  const stop = current(root);
  if (stop && stop.checked !== kept) stop.click();
}

/** The choice of the change that has the focus, or that holds what has it. */
function current(root: HTMLElement): HTMLInputElement | null {
  const change = document.activeElement?.closest("[data-change]");
  return change && root.contains(change) ? change.querySelector<HTMLInputElement>("input[data-stop]") : null;
}

function stopsOf(root: HTMLElement): HTMLInputElement[] {
  return [...root.querySelectorAll<HTMLInputElement>("input[data-stop]")];
}
