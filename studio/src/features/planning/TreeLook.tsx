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

/** The tree of a plan, alone until a part of it is chosen, then beside that part; where there is no room, one or the other. */
export function TreeLook({ tree, node, activePhase, onNode, page }: Props) {
  const { plan: words } = usePlanningWords();
  return (
    <div className="flex h-full">
      <div className={node ? "w-[clamp(18rem,40%,32rem)] shrink-0 overflow-y-auto border-r border-line @max-3xl:hidden" : "min-w-0 max-w-[60rem] grow overflow-y-auto"}>
        <PlanTree tree={tree} current={node} activePhase={activePhase} onOpen={onNode} />
      </div>
      {page ? <div className="min-w-0 grow overflow-y-auto">{page}</div> : <p className="sr-only">{words.choose}</p>}
    </div>
  );
}
