export interface PlanStep {
  text: string;
  /** `open`: not ticked, where nobody works on it any more. */
  state: "done" | "running" | "next" | "open";
}

const DONE = /^\s*(?:[-*]\s*)?(?:\[x\]|✓|✔|✅|done[:.]\s)\s*/i;
const DONE_BEHIND = /\s*(?:[([](?:done|erledigt)[)\]]|✓|✔|✅)\s*$/i;
const OPEN = /^\s*(?:[-*]\s*)?\[[ ~>]?\]\s*/;
const MOST = 50;

/**
 * A plan as steps: those that its writer has ticked are done, the first of the rest is at work while a run is. A plan without
 * ticks has only what is next.
 */
export function planSteps(plan: readonly string[], over = false): PlanStep[] {
  const shown = plan.slice(0, MOST);
  const ticked = shown.some(isDone);
  const current = ticked && !over ? shown.findIndex((line) => !isDone(line)) : -1;
  return shown.map((line, at) => {
    const text = line.replace(DONE, "").replace(DONE_BEHIND, "").replace(OPEN, "").trim();
    return { text, state: isDone(line) ? "done" : at === current ? "running" : over ? "open" : "next" };
  });
}

export function doneOf(steps: readonly PlanStep[]): number {
  return steps.filter(({ state }) => state === "done").length;
}

function isDone(line: string): boolean {
  return DONE.test(line) || DONE_BEHIND.test(line);
}
