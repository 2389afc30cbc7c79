import type { PlanTreeNode } from "@/data/planning";
import { Badge } from "@/features/planning/Badge";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";

/** What one should know of a part of a plan at a glance, beside its title. */
export function PartBadges({ node }: { node: PlanTreeNode }) {
  const words = usePlanningWords();
  const { board } = useViewWords();
  const { done, total, blocked } = node.tasks;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge>{words.kinds[node.kind]}</Badge>
      {node.priority === "high" && <Badge tone="accent">{words.priorities.high}</Badge>}
      {total > 0 && (
        <Badge tone={done === total ? "ok" : "plain"}>
          <span aria-hidden>{words.plan.progress(done, total)}</span>
          <span className="sr-only">{words.plan.progressWords(done, total)}</span>
        </Badge>
      )}
      {blocked > 0 && <Badge tone="warn">{board.blocked(blocked)}</Badge>}
      {node.unproven && <Badge tone="warn">{words.unproven}</Badge>}
      {node.extra_metadata.stale && <Badge tone="warn">{words.stale}</Badge>}
    </span>
  );
}
