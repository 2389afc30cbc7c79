import type { TaskView } from "@/data/planning";
import { Badge } from "@/features/planning/Badge";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

/** What kind of task it is, how long it takes, what may go wrong; and what one should know of it now. */
export function TaskBadges({ task }: { task: TaskView }) {
  const { tasks: words, ...all } = usePlanningWords();
  const { kind, estimated_effort: effort, risk_level: risk } = task.metadata_json;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge>{all.taskKinds[kind]}</Badge>
      <Badge>{all.efforts[effort]}</Badge>
      {risk !== "low" && <Badge tone={risk === "high" ? "bad" : "plain"}>{all.risks[risk]}</Badge>}
      {task.ready && <Badge tone="accent">{words.ready}</Badge>}
      {task.unproven && <Badge tone="warn">{all.unproven}</Badge>}
      {task.stale && <Badge tone="warn">{all.stale}</Badge>}
    </span>
  );
}
