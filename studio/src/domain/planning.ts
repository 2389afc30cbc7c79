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

/** The piece of a document to show for some of its places: the first of them, with what stands before it and `after` it. */
export function pieceOf(places: readonly { start: number; end: number }[], after = AROUND, most = 6_000): { from: number; to: number; start: number; end: number } | null {
  const [first] = places;
  if (!first) return null;
  const from = Math.max(0, first.start - AROUND);
  const end = Math.min(first.end, first.start + most);
  return { from, to: end + after, start: first.start - from, end: end - from };
}

export const CAP_MOST = 1_000;
/** Where nothing is known of what it costs. */
export const CAP_FIRST = 10;

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

/** What a model is to be paid for, in dollars: about what it costs, in whole cents, and at how much it stops. */
export interface Estimate {
  cost: number;
  most: number;
}

const TOKEN_BYTES = 4;
/** A question holds about so much of a text, and says as much besides. */
const QUESTION_BYTES = 16_000;
const QUESTION_TOKENS = 1_000;
/** What the longest question and its longest answer take: so much is set aside for each that is asked at once. */
const LONGEST = 8_000;
const TASKS = { asked: 2_500, answered: 1_500 };
const AT_ONCE = 8;

const paid = (asked: number, answered: number, { input, output }: TokenPrice) => (asked * input + answered * output) / 1_000_000;

/** It stops at twice what it may cost, and what is set aside meanwhile must fit below that. */
function estimated(cost: number, questions: number, price: TokenPrice): Estimate {
  const setAside = Math.min(questions, AT_ONCE) * paid(LONGEST, LONGEST, price);
  return { cost: Math.ceil(cost * 100) / 100, most: Math.max(1, Math.ceil(2 * cost + setAside)) };
}

/** Of reading a text into a plan: it is read, and what was found once more. */
export function readingEstimate(bytes: number, price: TokenPrice): Estimate {
  const [words, questions] = [bytes / TOKEN_BYTES, Math.ceil(bytes / QUESTION_BYTES)];
  return estimated(paid(2 * words + QUESTION_TOKENS * questions, words, price), questions, price);
}

/** Of writing the tasks of so many parts of a plan. */
export function tasksEstimate(parts: number, price: TokenPrice): Estimate {
  return estimated(paid(parts * TASKS.asked, parts * TASKS.answered, price), parts, price);
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
