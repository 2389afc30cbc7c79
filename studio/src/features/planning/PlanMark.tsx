import { CircleCheck, CircleDashed, CircleDot, CircleMinus, CircleStop, CornerDownRight, Hourglass, type LucideIcon } from "lucide-react";
import type { PlanLook } from "@/domain/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { classes } from "@/ui/classes";

const LOOKS: Record<PlanLook, { icon: LucideIcon; tone: string }> = {
  planned: { icon: CircleDashed, tone: "text-muted" },
  open: { icon: CircleDashed, tone: "text-muted" },
  in_progress: { icon: CircleDot, tone: "text-accent" },
  blocked: { icon: Hourglass, tone: "text-warn" },
  done: { icon: CircleCheck, tone: "text-ok" },
  cancelled: { icon: CircleStop, tone: "text-muted" },
  above: { icon: CircleMinus, tone: "text-muted" },
  moved: { icon: CornerDownRight, tone: "text-muted" },
};

/** How a part of a plan or a task stands, as word, shape and colour. In a list the word is for a screen reader. */
export function PlanMark({ state, iconOnly }: { state: PlanLook; iconOnly?: boolean }) {
  const { states } = usePlanningWords();
  const { icon: Icon, tone } = LOOKS[state];
  return (
    <span data-state={state} title={iconOnly ? states[state] : undefined} className={classes("inline-flex shrink-0 items-center gap-1.5 text-sm font-semibold", tone)}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      <span className={iconOnly ? "sr-only" : undefined}>{states[state]}</span>
    </span>
  );
}
