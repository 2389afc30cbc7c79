import { doneOf, planSteps } from "@/domain/plan";
import { useMessages } from "@/messages/useMessages";
import { PlanSteps } from "@/ui/PlanSteps";

/** What a turn that is over had planned, folded: it says what was ticked, and claims nothing of the rest. */
export function TurnPlan({ plan }: { plan: readonly string[] }) {
  const { turn } = useMessages();
  const steps = planSteps(plan, true);
  if (steps.length === 0) return null;
  const done = doneOf(steps);
  return (
    <details className="text-sm text-muted">
      <summary className="w-fit cursor-pointer max-md:py-3">{done > 0 ? turn.planOf(done, steps.length) : turn.planned(steps.length)}</summary>
      <PlanSteps steps={steps} className="mt-1 border-l border-line pl-4" />
    </details>
  );
}
