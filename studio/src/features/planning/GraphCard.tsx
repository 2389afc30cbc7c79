import type { PlanTreeNode } from "@/data/planning";
import { lookOf } from "@/domain/planning";
import { CARD } from "@/features/planning/layOut";
import { PlanMark } from "@/features/planning/PlanMark";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";

interface Props {
  node: PlanTreeNode;
  place: { x: number; y: number };
  waitsFor: readonly string[];
  isStop: boolean;
  onFocus: () => void;
  onOpen: (node: string) => void;
}

/** One part of the plan in the picture. What it waits for is in its name, for who does not see the lines. */
export function GraphCard({ node, place, waitsFor, isStop, onFocus, onOpen }: Props) {
  const words = usePlanningWords();
  const { graph } = useViewWords();
  const { done, total } = node.tasks;
  return (
    <button
      type="button"
      data-part={node.id}
      tabIndex={isStop ? 0 : -1}
      title={node.title}
      onFocus={onFocus}
      onClick={() => onOpen(node.id)}
      style={{ left: place.x - CARD.width / 2, top: place.y - CARD.height / 2, width: CARD.width, height: CARD.height }}
      className="absolute flex flex-col justify-between gap-1 overflow-hidden rounded-md border border-edge bg-surface p-2 text-left text-sm leading-5 hover:border-accent"
    >
      <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{node.title}</span>
      <span className="flex items-center justify-between gap-2">
        <PlanMark state={lookOf(node)} />
        {total > 0 && (
          <span className="text-xs text-muted">
            <span aria-hidden>{words.plan.progress(done, total)}</span>
            <span className="sr-only">{words.plan.progressWords(done, total)}</span>
          </span>
        )}
      </span>
      <span className="sr-only">{waitsFor.length > 0 ? graph.waitsFor(waitsFor.join(", ")) : graph.first}</span>
    </button>
  );
}
