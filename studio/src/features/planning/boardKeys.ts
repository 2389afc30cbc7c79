import type { KeyboardEvent } from "react";
import { NODE_STATES, type NodeState } from "@/domain/planning";

const ASIDE: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
const ALONG: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

/** Arrow keys walk over the cards of a board; with Shift left and right move the card itself. In a card's list they are the list's. */
export function onBoardKey(event: KeyboardEvent<HTMLElement>, move: (node: string, to: NodeState) => void): void {
  if (!(event.target instanceof HTMLButtonElement) || event.ctrlKey || event.altKey || event.metaKey) return;
  const card = event.target.closest<HTMLElement>("[data-card]");
  const column = card?.closest<HTMLElement>("[data-column]");
  if (!card || !column) return;
  const [aside, along] = [ASIDE[event.key], ALONG[event.key]];
  if (aside === undefined && along === undefined) return;
  event.preventDefault();
  const at = cardsOf(column).indexOf(card);
  if (along !== undefined) focus(cardsOf(column)[at + along]);
  else if (event.shiftKey) moveAside(card, column, aside ?? 0, move);
  else focus(nextColumn(event.currentTarget, column, aside ?? 0, at));
}

function moveAside(card: HTMLElement, column: HTMLElement, aside: number, move: (node: string, to: NodeState) => void): void {
  const to = NODE_STATES[NODE_STATES.findIndex((state) => state === column.dataset["column"]) + aside];
  if (to && card.dataset["card"]) move(card.dataset["card"], to);
}

/** The card at the same height in the next column that has any. */
function nextColumn(board: HTMLElement, column: HTMLElement, aside: number, at: number): HTMLElement | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("[data-column]")];
  for (let next = columns.indexOf(column) + aside; next >= 0 && next < columns.length; next += aside) {
    const cards = cardsOf(columns[next]);
    if (cards.length > 0) return cards[Math.min(at, cards.length - 1)];
  }
  return undefined;
}

function cardsOf(column: HTMLElement | undefined): HTMLElement[] {
  return [...(column?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
}

function focus(card: HTMLElement | undefined): void {
  card?.querySelector("button")?.focus();
}
