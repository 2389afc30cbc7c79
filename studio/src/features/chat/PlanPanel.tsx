import { ChevronRight, Circle, CircleCheck, CircleDot } from "lucide-react";
import { type PlanStep, planSteps } from "@/domain/plan";
import { useMessages } from "@/messages/useMessages";
import { useRun } from "@/run/useRun";
import { classes } from "@/ui/classes";
import { useWide } from "@/ui/useWide";

const MARKS = { done: CircleCheck, running: CircleDot, next: Circle } as const;
const TONES = { done: "text-ok", running: "text-accent", next: "text-muted" } as const;

/** The plan of the run at work, over the composer; it changes as the agent writes it anew, and is open where there is room. Nothing where there is none. */
export function PlanPanel({ app, run }: { app: string; run: string }) {
  const { turn } = useMessages();
  const wide = useWide();
  const steps = planSteps(useRun(app, run).view.plan);
  if (steps.length === 0) return null;
  const done = steps.filter(({ state }) => state === "done").length;
  const now = steps.find(({ state }) => state === "running");
  return (
    <details open={wide} className="group/plan border-t border-line bg-page text-sm">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 px-4 max-md:min-h-11">
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted transition-transform duration-120 group-open/plan:rotate-90" />
        <span className="shrink-0 font-semibold">{done > 0 ? turn.planOf(done, steps.length) : `${turn.plan} (${steps.length})`}</span>
        {now && <span className="min-w-0 truncate text-muted group-open/plan:hidden">{now.text}</span>}
      </summary>
      <ol tabIndex={0} aria-label={turn.plan} className="flex max-h-48 flex-col gap-1 overflow-y-auto px-4 pb-3">
        {steps.map((step, at) => (
          <Step key={at} step={step} marked={done > 0} />
        ))}
      </ol>
    </details>
  );
}

function Step({ step: { text, state }, marked }: { step: PlanStep; marked: boolean }) {
  const { turn } = useMessages();
  const Mark = MARKS[state];
  return (
    <li className="flex gap-2">
      <Mark aria-hidden size={16} strokeWidth={1.75} className={classes("mt-0.5 shrink-0", TONES[state])} />
      {marked && <span className="sr-only">{turn.planStates[state]}: </span>}
      <span className={classes("min-w-0 [overflow-wrap:anywhere]", state === "done" && "text-muted", state === "running" && "font-semibold")}>{text}</span>
    </li>
  );
}
