import { Circle, CircleCheck, CircleDot } from "lucide-react";
import type { PlanStep } from "@/domain/plan";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

const MARKS = { done: CircleCheck, running: CircleDot, next: Circle, open: Circle } as const;
const TONES = { done: "text-ok", running: "text-accent", next: "text-muted", open: "text-muted" } as const;

interface Props {
  steps: readonly PlanStep[];
  className?: string;
}

/** A plan as a list. Only one whose writer ticks has marks: an empty circle would say that nothing was done. */
export function PlanSteps({ steps, className }: Props) {
  const { turn } = useMessages();
  const ticked = steps.some(({ state }) => state === "done");
  return (
    <ol tabIndex={0} aria-label={turn.plan} className={classes("flex flex-col gap-1", !ticked && "list-decimal *:ml-6", className)}>
      {steps.map((step, at) => (ticked ? <Step key={at} step={step} /> : <li key={at} className="[overflow-wrap:anywhere]">{step.text}</li>))}
    </ol>
  );
}

function Step({ step: { text, state } }: { step: PlanStep }) {
  const { turn } = useMessages();
  const Mark = MARKS[state];
  return (
    <li className="flex gap-2">
      <Mark aria-hidden size={16} strokeWidth={1.75} className={classes("mt-0.5 shrink-0", TONES[state])} />
      <span className="sr-only">{turn.planStates[state]}: </span>
      <span className={classes("min-w-0 [overflow-wrap:anywhere]", state === "done" && "text-muted", state === "running" && "font-semibold")}>{text}</span>
    </li>
  );
}
