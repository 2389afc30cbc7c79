import type { TaskView } from "@/data/planning";
import { Badge } from "@/features/planning/Badge";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

/** Kinds, efforts and risks that most tasks have say nothing: only others are shown. */
const USUAL = { kind: "frontend", effort: new Set(["XS", "S", "M"]), risk: new Set(["low", "medium"]) };

/** What is unusual about a task, and what one should know of it now; each explains itself. */
export function TaskBadges({ task }: { task: TaskView }) {
  const { tasks: words, ...all } = usePlanningWords();
  const { badges: about } = useTaskWords();
  const { kind, estimated_effort: effort, risk_level: risk } = task.metadata_json;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {kind !== USUAL.kind && <Badge title={about.kind}>{all.taskKinds[kind]}</Badge>}
      {!USUAL.effort.has(effort) && <Badge title={about.effort}>{all.efforts[effort]}</Badge>}
      {!USUAL.risk.has(risk) && (
        <Badge tone="bad" title={about.risk}>
          {all.risks[risk]}
        </Badge>
      )}
      {task.ready && (
        <Badge tone="accent" title={about.ready}>
          {words.ready}
        </Badge>
      )}
      {task.state === "in_review" && (
        <Badge tone="warn" title={about.toConfirm}>
          {words.toConfirm}
        </Badge>
      )}
      {task.unproven && (
        <Badge tone="warn" title={about.unproven}>
          {all.unproven}
        </Badge>
      )}
      {task.stale && (
        <Badge tone="warn" title={about.stale}>
          {all.stale}
        </Badge>
      )}
    </span>
  );
}
