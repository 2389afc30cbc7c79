import { ChevronRight } from "lucide-react";
import { doneOf, planSteps } from "@/domain/plan";
import { useMessages } from "@/messages/useMessages";
import { useRun } from "@/run/useRun";
import { PlanSteps } from "@/ui/PlanSteps";
import { useWide } from "@/ui/useWide";

/** The plan of the run at work, over the composer; it changes as the agent writes it anew, and is open where there is room. Nothing where there is none. */
export function PlanPanel({ app, run }: { app: string; run: string }) {
  const { turn } = useMessages();
  const wide = useWide();
  const steps = planSteps(useRun(app, run).view.plan);
  if (steps.length === 0) return null;
  const done = doneOf(steps);
  const now = steps.find(({ state }) => state === "running");
  return (
    <details open={wide} className="group/plan border-t border-line bg-page text-sm">
      <summary className="flex min-h-10 cursor-pointer list-none items-center gap-2 px-4 max-md:min-h-11">
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted transition-transform duration-120 group-open/plan:rotate-90" />
        <span className="shrink-0 font-semibold">{done > 0 ? turn.planOf(done, steps.length) : turn.planned(steps.length)}</span>
        {now && <span className="min-w-0 truncate text-muted group-open/plan:hidden">{now.text}</span>}
      </summary>
      <PlanSteps steps={steps} className="max-h-48 overflow-y-auto px-4 pb-3" />
    </details>
  );
}
