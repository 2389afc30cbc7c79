export interface PlanStep {
  text: string;
  state: "done" | "running" | "next";
}

const DONE = /^\s*(?:[-*]\s*)?(?:\[x\]|✓|✔|✅|done[:.]\s)\s*/i;
const OPEN = /^\s*(?:[-*]\s*)?\[[ ~>]?\]\s*/;
const MOST = 50;

/** A plan as steps: those that its writer has ticked are done, the first of the rest is at work. A plan without ticks has only what is next. */
export function planSteps(plan: readonly string[]): PlanStep[] {
  const shown = plan.slice(0, MOST);
  const ticked = shown.some((line) => DONE.test(line));
  const current = ticked ? shown.findIndex((line) => !DONE.test(line)) : -1;
  return shown.map((line, at) => {
    const text = line.replace(DONE, "").replace(OPEN, "").trim();
    return { text, state: DONE.test(line) ? "done" : at === current ? "running" : "next" };
  });
}
