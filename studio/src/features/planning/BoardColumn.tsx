import { useState } from "react";
import type { PlanTreeNode } from "@/data/planning";
import type { NodeState } from "@/domain/planning";
import { BoardCard } from "@/features/planning/BoardCard";
import { PlanMark } from "@/features/planning/PlanMark";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Button } from "@/ui/Button";

interface Props {
  state: NodeState;
  nodes: readonly PlanTreeNode[];
  /** The one that was moved last. */
  moved: string | null;
  onMove: (node: string, to: NodeState) => void;
  onOpen: (node: string) => void;
}

const FIRST = 30;

/** All parts that stand so; what is dropped here stands so from then on. */
export function BoardColumn({ state, nodes, moved, onMove, onOpen }: Props) {
  const { states } = usePlanningWords();
  const { board } = useViewWords();
  const [most, setMost] = useState(FIRST);
  const [isOver, setOver] = useState(false);
  return (
    <section
      aria-label={states[state]}
      data-column={state}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onMove(event.dataTransfer.getData("text/plain"), state);
      }}
      className="flex w-72 shrink-0 snap-start flex-col gap-2 rounded-md bg-sunken p-2 data-over:outline-2 data-over:outline-accent @3xl:w-auto"
    >
      <h2 className="flex items-center justify-between gap-2 px-1 font-sans">
        <PlanMark state={state} />
        <span className="text-sm font-normal text-muted">{nodes.length}</span>
      </h2>
      {nodes.length === 0 && <p className="px-1 pb-1 text-sm text-muted">{board.none}</p>}
      {nodes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {nodes.slice(0, most).map((node) => (
            <BoardCard key={node.id} node={node} state={state} isMoved={node.id === moved} onMove={onMove} onOpen={onOpen} />
          ))}
        </ul>
      )}
      {nodes.length > most && (
        <Button look="quiet" onClick={() => setMost(most + FIRST)}>
          {board.more(nodes.length - most)}
        </Button>
      )}
    </section>
  );
}
