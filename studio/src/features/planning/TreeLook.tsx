import type { ReactNode } from "react";
import type { PlanTreeNode } from "@/data/planning";
import { PlanTree } from "@/features/planning/PlanTree";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

interface Props {
  tree: readonly PlanTreeNode[];
  node: string | undefined;
  activePhase: string | null;
  onNode: (node: string | null) => void;
  /** The part that is chosen. */
  page: ReactNode;
}

/** The tree of a plan, and the part of it that is chosen beside it; where there is no room, one or the other. */
export function TreeLook({ tree, node, activePhase, onNode, page }: Props) {
  const { plan: words } = usePlanningWords();
  return (
    <div className="flex h-full">
      <div className={node ? "w-80 shrink-0 overflow-y-auto border-r border-line @max-3xl:hidden" : "min-w-0 grow overflow-y-auto @3xl:w-80 @3xl:grow-0 @3xl:border-r @3xl:border-line"}>
        <PlanTree tree={tree} current={node} activePhase={activePhase} onOpen={onNode} />
      </div>
      <div className={node ? "min-w-0 grow overflow-y-auto" : "min-w-0 grow overflow-y-auto @max-3xl:hidden"}>{page || <p className="p-6 text-muted">{words.choose}</p>}</div>
    </div>
  );
}
