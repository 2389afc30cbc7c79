/** Every state that the API tells, as one word, one shape and one tone. Never colour alone. */

export type Tone = "muted" | "accent" | "ok" | "warn" | "bad" | "highlight";
export type Shape = "waiting" | "running" | "hand" | "done" | "failed" | "stopped" | "cutOff" | "outOfDate" | "setAside" | "draft";

export type ApiState =
  | "planned"
  | "queued"
  | "pending"
  | "running"
  | "awaiting_approval"
  | "needs_approval"
  | "pending_review"
  | "completed"
  | "succeeded"
  | "committed"
  | "approved"
  | "failed"
  | "cancelled"
  | "interrupted"
  | "stale"
  | "rejected"
  | "discarded"
  | "skipped"
  | "continued"
  | "candidate";

export interface Mark {
  shape: Shape;
  tone: Tone;
}

const WAITING: Mark = { shape: "waiting", tone: "muted" };
const FOR_YOU: Mark = { shape: "hand", tone: "warn" };
const DONE: Mark = { shape: "done", tone: "ok" };
const STOPPED: Mark = { shape: "stopped", tone: "muted" };
const ASIDE: Mark = { shape: "setAside", tone: "muted" };

export const MARKS: Record<ApiState, Mark> = {
  planned: WAITING,
  queued: WAITING,
  pending: WAITING,
  running: { shape: "running", tone: "accent" },
  awaiting_approval: FOR_YOU,
  needs_approval: FOR_YOU,
  pending_review: FOR_YOU,
  completed: DONE,
  succeeded: DONE,
  committed: DONE,
  approved: DONE,
  failed: { shape: "failed", tone: "bad" },
  cancelled: STOPPED,
  interrupted: { shape: "cutOff", tone: "warn" },
  stale: { shape: "outOfDate", tone: "warn" },
  rejected: ASIDE,
  discarded: ASIDE,
  skipped: ASIDE,
  continued: ASIDE,
  candidate: { shape: "draft", tone: "highlight" },
};
