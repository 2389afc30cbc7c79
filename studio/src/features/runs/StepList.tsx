import { isOver, type RunDetail } from "@/data/runs";
import { StepLine } from "@/features/runs/StepLine";
import { useWork } from "@/messages/work/useWork";

/** Every tool call of the run, in the order they were made. What is out of sight is not laid out. */
export function StepList({ run }: { run: RunDetail }) {
  const { runs } = useWork();
  return (
    <section aria-label={runs.steps} className="flex flex-col gap-2">
      <h3 className="font-semibold">{runs.steps}</h3>
      {run.steps.length === 0 ? (
        <p className="text-muted">{isOver(run) ? runs.noStepsOver : runs.noSteps}</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {run.steps.map((step) => (
            <li key={step.id} className="px-3 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
              <StepLine run={run.id} step={step} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
