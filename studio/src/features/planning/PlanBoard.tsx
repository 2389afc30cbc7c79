import { useState } from "react";
import { detailOf } from "@/data/problem";
import { type PlanTreeNode, usePlanning } from "@/data/planning";
import { isSaid, lookOf, NODE_STATES, type NodeState, standingOf } from "@/domain/planning";
import { BoardColumn } from "@/features/planning/BoardColumn";
import { onBoardKey } from "@/features/planning/boardKeys";
import { PartsList } from "@/features/planning/PartsList";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Fault } from "@/ui/Fault";

interface Props {
  app: string;
  parts: readonly PlanTreeNode[];
  onOpen: (node: string) => void;
}

/** The parts of a plan in columns by how they stand. A card is moved by pointer, by keys, or by its own list. */
export function PlanBoard({ app, parts, onOpen }: Props) {
  const words = usePlanningWords();
  const { board } = useViewWords();
  const { changeNode } = usePlanning(app);
  const [said, say] = useState("");
  const [moved, setMoved] = useState<string | null>(null);
  const [asked, ask] = useState<ReadonlyMap<string, NodeState>>(new Map());
  const [own, silent] = [parts.filter((node) => lookOf(node) === node.status), parts.filter((node) => lookOf(node) !== node.status)];
  const stateOf = (node: PlanTreeNode): NodeState => asked.get(node.id) ?? node.status;
  const move = (id: string, status: NodeState) => {
    const node = parts.find((one) => one.id === id);
    if (!node || stateOf(node) === status || !isSaid(node)) return;
    setMoved(id);
    say(board.moved(node.title, words.states[status]));
    ask((now) => new Map(now).set(id, status));
    changeNode
      .mutateAsync({ node: id, ...standingOf(node, status) })
      .catch(() => say(""))
      .finally(() => ask((now) => new Map([...now].filter(([one, to]) => one !== id || to !== status))));
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm text-muted max-md:hidden">{board.hint}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      {changeNode.isError && <Fault title={words.plan.changeFailed} detail={detailOf(changeNode.error)} />}
      <div onKeyDown={(event) => onBoardKey(event, move)} className="relative flex snap-x gap-3 overflow-x-auto pb-2 @3xl:grid @3xl:grid-cols-4 @3xl:items-start">
        {NODE_STATES.map((state) => (
          <BoardColumn key={state} state={state} nodes={own.filter((node) => stateOf(node) === state)} moved={moved} onMove={move} onOpen={onOpen} />
        ))}
      </div>
      <PartsList nodes={silent} title={board.silent(silent.length)} onOpen={onOpen} />
    </div>
  );
}
