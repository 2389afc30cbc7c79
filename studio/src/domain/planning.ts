import type { TaskState } from "@/domain/place";

/** The words and scales of plans, as the API says them. */
export const NODE_STATES = ["planned", "in_progress", "blocked", "done"] as const;
export const TASK_KINDS = ["frontend", "backend", "infra", "docs", "research", "bug"] as const;
export const NODE_KINDS = ["phase", "epic", "feature", "story", "task_spec"] as const;
export const PRIORITIES = ["high", "normal", "low"] as const;
export const EFFORTS = ["XS", "S", "M", "L", "XL"] as const;

/** What became of a part of a plan in a newer version. */
export const CHANGES = ["changed", "moved", "added", "gone"] as const;
export type ChangeWhat = (typeof CHANGES)[number];

export type NodeState = (typeof NODE_STATES)[number];
export type TaskKind = (typeof TASK_KINDS)[number];
export type NodeKind = (typeof NODE_KINDS)[number];
export type Priority = (typeof PRIORITIES)[number];
export type Effort = (typeof EFFORTS)[number];
export type Risk = "low" | "medium" | "high";
/** How something of a plan stands, node or task. */
export type PlanState = NodeState | TaskState;
/** How a part of a plan looks: where nothing of its own says how it stands, that. */
export type PlanLook = PlanState | "above" | "moved";

export const lookOf = ({ status, basis }: { status: NodeState; basis: string }): PlanLook => (basis === "above" || basis === "moved" ? basis : status);

/** In place of a status: it follows the tasks. */
export const FOLLOWS = "auto";

/** Whether its status is what a person says of it: until there are tasks to follow, that of every part is. */
export const isSaid = ({ tasks, extra_metadata: { auto_status_from_tasks: follows } }: { tasks: { total: number }; extra_metadata: { auto_status_from_tasks: boolean } }) => !follows || tasks.total === 0;

/** What is sent for a status that a person says, or leaves to the tasks. */
export function standingOf({ extra_metadata: { auto_status_from_tasks: follows } }: { extra_metadata: { auto_status_from_tasks: boolean } }, said: NodeState | typeof FOLLOWS) {
  if (said === FOLLOWS) return { extra_metadata: { auto_status_from_tasks: true } };
  return { status: said, ...(follows ? { extra_metadata: { auto_status_from_tasks: false } } : {}) };
}

/** How much text goes around a place that is shown, in code points. */
export const AROUND = 600;

/** The piece of a document to show for some of its places: the first of them, with what stands around it. */
export function pieceOf(places: readonly { start: number; end: number }[], most = 6_000): { from: number; to: number; start: number; end: number } | null {
  const [first] = places;
  if (!first) return null;
  const from = Math.max(0, first.start - AROUND);
  const end = Math.min(first.end, first.start + most);
  return { from, to: end + AROUND, start: first.start - from, end: end - from };
}

export const CAP_MOST = 1_000;
export const CAP_FIRST = "10";

/** How many dollars somebody has typed, with either sign for the cents; null for what is no cap. */
export function capOf(typed: string): number | null {
  const most = Number(typed.trim().replace(",", ".") || Number.NaN);
  return Number.isFinite(most) && most > 0 && most <= CAP_MOST ? most : null;
}

/** What a model takes by the million tokens. */
export interface TokenPrice {
  input: number;
  output: number;
}

const TOKEN_BYTES = 4;
/** A question holds about so much of a text, and says as much besides. */
const QUESTION_BYTES = 16_000;
const QUESTION_TOKENS = 1_000;

/** About how many dollars it takes to read a text into a plan, in whole cents: it is read, and what was found once more. */
export function readingCost(bytes: number, price: TokenPrice): number {
  const words = bytes / TOKEN_BYTES;
  const asked = 2 * words + QUESTION_TOKENS * Math.ceil(bytes / QUESTION_BYTES);
  return Math.ceil((asked * price.input + words * price.output) / 10_000) / 100;
}

export const TEXT_MOST = 5 * 1024 * 1024;
export type TextFault = "empty" | "long";

/** Why a text cannot be brought; bytes as they are sent. */
export function textFault(text: string): TextFault | null {
  if (text.trim() === "") return "empty";
  return new Blob([text]).size > TEXT_MOST ? "long" : null;
}

/** The words of a file that is text in UTF-8; null of one that is not. */
export function wordsOf(bytes: ArrayBuffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
