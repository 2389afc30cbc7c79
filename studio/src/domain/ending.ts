import type { Schemas } from "@api/index";

/** How a turn ended that needs a word: what happened, and the one thing to do next. */
export type Cause = "cap" | "conflict" | "stuck" | "checks" | "model" | "rounds" | "interrupted" | "stopped" | "dropped" | "other";
export type Next = "goOn" | "raiseCap" | "startOver" | "tryAgain" | null;

type Turn = Schemas["Turn"];
type Ended = Pick<Turn, "status" | "failure_code" | "diff_id" | "revision_id" | "stopped_by"> & { usage: Pick<Turn["usage"], "model_calls"> };

const CAUSES: Readonly<Record<string, Cause>> = {
  BUDGET_EXCEEDED: "cap",
  MERGE_CONFLICT: "conflict",
  STUCK: "stuck",
  VERDICT_FAILED: "checks",
  BUILDER_COMPILE_FAILED: "checks",
  MODEL_UNAVAILABLE: "model",
  MAX_ITERATIONS: "rounds",
};

/** Null for a turn that came to its end. One that was kept at its cap has come to none. */
export function causeOf({ status, failure_code: code, stopped_by: cap, usage, diff_id: diff }: Ended): Cause | null {
  switch (status) {
    case "failed":
      return (code && Object.hasOwn(CAUSES, code) && CAUSES[code]) || "other";
    case "interrupted":
      return "interrupted";
    case "cancelled":
      return diff || usage.model_calls > 0 ? "stopped" : "dropped";
    case "completed":
      return cap ? "cap" : null;
    case "planned":
    case "running":
    case "awaiting_approval":
      return null;
  }
}

/** The one next step. Work that somebody has decided on is not gone on with (`waits`: nobody has). */
export function nextOf(ended: Ended, cause: Cause, waits: boolean): Next {
  if (cause === "dropped") return null;
  if (cause === "conflict") return "startOver";
  if (ended.revision_id) return cause === "cap" ? "raiseCap" : null;
  if (!ended.diff_id) return cause === "cap" ? "raiseCap" : "tryAgain";
  if (!waits) return null;
  return cause === "cap" ? "raiseCap" : "goOn";
}
