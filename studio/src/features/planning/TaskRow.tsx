import type { TaskView } from "@/data/planning";
import { PlanMark } from "@/features/planning/PlanMark";
import { TaskBadges } from "@/features/planning/TaskBadges";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";

interface Props {
  task: TaskView;
  /** Its place in the order of work, and the part of the plan that it is about, where a list says so. */
  number?: number;
  part?: string | null;
  onOpen: (task: string) => void;
}

/** One task in a line. When it is done is its tooltip, and stands on its page. */
export function TaskRow({ task, number, part, onOpen }: Props) {
  const { tasks } = usePlanningWords();
  const criteria = task.metadata_json.acceptance_criteria;
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      {number !== undefined && <span className="min-w-6 text-right text-muted tabular-nums">{number}.</span>}
      <span className="mt-0.5">
        <PlanMark state={task.status} iconOnly />
      </span>
      <span className="flex min-w-0 grow flex-col gap-1">
        <button
          type="button"
          title={criteria.length > 0 ? [tasks.acceptance, ...criteria.map((one) => `- ${one}`)].join("\n") : undefined}
          onClick={() => onOpen(task.id)}
          className="rounded-sm text-left font-semibold [overflow-wrap:anywhere] hover:text-accent max-md:min-h-11"
        >
          {task.description}
        </button>
        {part && <span className="text-sm text-muted [overflow-wrap:anywhere]">{part}</span>}
        <TaskBadges task={task} />
        {task.status === "blocked" && <Why task={task} onOpen={onOpen} />}
      </span>
    </li>
  );
}

/** The first thing that it waits for; the others stand on its page. */
function Why({ task: { blocked_by: blockers }, onOpen }: { task: TaskView; onOpen: (task: string) => void }) {
  const { reasons } = usePlanningWords();
  const { waits } = useViewWords();
  const [first] = blockers;
  if (!first) return null;
  return (
    <span className="text-sm text-muted [overflow-wrap:anywhere]">
      {waits.why}{" "}
      <button type="button" onClick={() => onOpen(first.task_id)} className="rounded-sm text-left text-accent underline max-md:min-h-11">
        {first.title ?? first.task_id}
      </button>{" "}
      ({reasons[first.reason]}){blockers.length > 1 && ` ${waits.more(blockers.length - 1)}`}
    </span>
  );
}
