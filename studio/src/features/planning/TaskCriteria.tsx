import { CircleCheck, CircleDashed } from "lucide-react";
import type { FullTask } from "@/data/planning";
import { checksOf } from "@/domain/evidence";
import type { PlanLeads } from "@/features/planning/planLeads";
import { ShowingFile } from "@/features/planning/ShowingFile";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

/** When a task is done; once something shows that it is, beside each line which check or test does. */
export function TaskCriteria({ task, leads }: { task: FullTask; leads: PlanLeads }) {
  const { tasks: words } = usePlanningWords();
  const criteria = task.metadata_json.acceptance_criteria;
  if (criteria.length === 0) return <p className="text-muted">{words.noAcceptance}</p>;
  const isPlain = task.evidence.length === 0;
  return (
    <ul className={isPlain ? "flex list-disc flex-col gap-1 pl-5" : "flex flex-col gap-2"}>
      {criteria.map((line) =>
        isPlain ? (
          <li key={line} className="[overflow-wrap:anywhere]">
            {line}
          </li>
        ) : (
          <Shown key={line} line={line} task={task} leads={leads} />
        ),
      )}
    </ul>
  );
}

function Shown({ line, task, leads }: { line: string; task: FullTask; leads: PlanLeads }) {
  const { tasks: words } = usePlanningWords();
  const found = checksOf(task.evidence, line);
  const Icon = found.length > 0 ? CircleCheck : CircleDashed;
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className={`mt-1 shrink-0 ${found.length > 0 ? "text-ok" : "text-muted"}`} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {line}
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          {found.length === 0 && words.untried}
          {found.map(({ check, revision }) => (
            <span key={`${revision}-${check.path}`}>
              {words.shownBy} <ShowingFile check={check} revision={revision} leads={leads} />
            </span>
          ))}
        </span>
      </span>
    </li>
  );
}
