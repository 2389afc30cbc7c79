import type { PlanTreeNode } from "@/data/planning";
import { isSaid, NODE_STATES, type NodeState } from "@/domain/planning";
import { PartBadges } from "@/features/planning/PartBadges";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Choice } from "@/ui/Choice";

interface Props {
  node: PlanTreeNode;
  state: NodeState;
  /** It was moved last: it keeps the focus that it had where it was. */
  isMoved: boolean;
  onMove: (node: string, to: NodeState) => void;
  onOpen: (node: string) => void;
}

/** One part of the plan on the board. What has tasks and follows them is moved by them alone. */
export function BoardCard({ node, state, isMoved, onMove, onOpen }: Props) {
  const { states } = usePlanningWords();
  const { board } = useViewWords();
  const isOwn = isSaid(node);
  return (
    <li
      data-card={node.id}
      draggable={isOwn}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", node.id)}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3 [&[draggable=true]]:cursor-grab"
    >
      <button
        type="button"
        ref={(button) => {
          if (isMoved && document.activeElement === document.body) button?.focus();
        }}
        onClick={() => onOpen(node.id)}
        className="rounded-sm text-left text-sm font-semibold [overflow-wrap:anywhere] hover:text-accent max-md:min-h-11"
      >
        {node.title}
      </button>
      <PartBadges node={node} />
      {isOwn ? (
        <Choice label={board.statusOf(node.title)} value={state} options={NODE_STATES.map((value) => ({ value, label: states[value] }))} onChoose={(to) => onMove(node.id, to)} />
      ) : (
        <span className="text-xs text-muted">{board.auto}</span>
      )}
    </li>
  );
}
