import type { TaskView } from "@/data/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

/** What a task waits for, each with why it is not done and a way to it. */
export function BlockedBy({ blockers, onTask }: { blockers: TaskView["blocked_by"]; onTask: (task: string) => void }) {
  const { reasons } = usePlanningWords();
  return (
    <ul className="flex flex-col gap-1">
      {blockers.map(({ task_id: id, title, reason }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-2">
          {title ? (
            <button type="button" onClick={() => onTask(id)} className="min-w-0 rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
              {title}
            </button>
          ) : (
            <code className="font-mono text-xs">{id}</code>
          )}
          <span className="text-sm text-muted">{reasons[reason]}</span>
        </li>
      ))}
    </ul>
  );
}
