import type { FullTask } from "@/data/planning";
import type { PlanLeads } from "@/features/planning/planLeads";
import { ShowingFile } from "@/features/planning/ShowingFile";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { useMessages } from "@/messages/useMessages";
import { useAgo } from "@/ui/useAgo";

/** What shows that a task is done: revisions that were built, what was tried with them, and the checks and tests that are about this task. */
export function TaskEvidence({ task, leads }: { task: FullTask; leads: PlanLeads }) {
  const words = useTaskWords();
  const { changes } = useMessages();
  const kinds: Record<string, string> = changes.parts;
  const ago = useAgo();
  const link = "rounded-sm text-accent underline max-md:min-h-11";
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.evidence}</h3>
      {task.confirmed && <p>{words.confirmed(task.confirmed.by, ago(task.confirmed.at))}</p>}
      {task.evidence.length === 0 && <p className="text-muted">{words.noEvidence}</p>}
      <ul className="flex flex-col gap-2">
        {task.evidence.map(({ revision_id: revision, run_id: run, checks, shown_by: files, withdrawn, at }) => (
          <li key={`${revision}-${at}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <button type="button" onClick={() => leads.toRevision(revision)} className={link}>
              {words.revision(revision.slice(-6))}
            </button>
            {run && (
              <button type="button" onClick={() => leads.toRun(run)} className={link}>
                {words.run}
              </button>
            )}
            <span className="text-sm text-muted">{ago(at)}</span>
            {withdrawn && <span className="text-sm text-warn">{words.withdrawn}</span>}
            {checks.length > 0 && <span className="w-full">{words.passed(checks.map((name) => kinds[name] ?? name).join(", "))}</span>}
            {files.length > 0 && (
              <ul aria-label={words.about} className="flex w-full list-disc flex-col gap-1 pl-5">
                {files.map((check) => (
                  <li key={check.path}>
                    {kinds[check.kind]}: <ShowingFile check={check} revision={revision} leads={leads} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
