import type { FullTask } from "@/data/planning";
import type { PlanLeads } from "@/features/planning/planLeads";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useAgo } from "@/ui/useAgo";

/** What shows that a task is done: revisions that were built, and the checks that passed with them. */
export function TaskEvidence({ task, leads }: { task: FullTask; leads: PlanLeads }) {
  const { tasks: words } = usePlanningWords();
  const ago = useAgo();
  const link = "rounded-sm text-accent underline max-md:min-h-11";
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.evidence}</h3>
      {task.evidence.length === 0 && <p className="text-muted">{words.noEvidence}</p>}
      <ul className="flex flex-col gap-2">
        {task.evidence.map(({ revision_id: revision, run_id: run, checks, at }) => (
          <li key={`${revision}-${at}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <button type="button" onClick={() => leads.toRevision(revision)} className={link}>
              {words.revision(revision.slice(-6))}
            </button>
            {run && (
              <button type="button" onClick={() => leads.toRun(run)} className={link}>
                {words.run}
              </button>
            )}
            {checks.length > 0 && <span title={checks.join("\n")}>{words.checks(checks.length)}</span>}
            <span className="text-sm text-muted">{ago(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
