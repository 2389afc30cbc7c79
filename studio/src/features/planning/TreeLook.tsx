import type { App } from "@/data/apps";
import type { PlanTreeNode } from "@/data/planning";
import { NodePage } from "@/features/planning/NodePage";
import type { PlanLeads } from "@/features/planning/planLeads";
import { PlanTree } from "@/features/planning/PlanTree";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

interface Props {
  app: App;
  tree: readonly PlanTreeNode[];
  node: string | undefined;
  onNode: (node: string | null) => void;
  leads: PlanLeads;
}

/** The tree of a plan, and the part of it that is chosen beside it; where there is no room, one or the other. */
export function TreeLook({ app, tree, node, onNode, leads }: Props) {
  const { plan: words } = usePlanningWords();
  return (
    <div className="flex h-full">
      <div className={node ? "w-80 shrink-0 overflow-y-auto border-r border-line @max-3xl:hidden" : "min-w-0 grow overflow-y-auto @3xl:w-80 @3xl:grow-0 @3xl:border-r @3xl:border-line"}>
        <PlanTree tree={tree} current={node} activePhase={app.active_phase_node_id ?? null} onOpen={onNode} />
      </div>
      <div className={node ? "min-w-0 grow overflow-y-auto" : "min-w-0 grow overflow-y-auto @max-3xl:hidden"}>
        {node ? <NodePage key={node} app={app} node={node} tree={tree} onNode={onNode} leads={leads} /> : <p className="p-6 text-muted">{words.choose}</p>}
      </div>
    </div>
  );
}
