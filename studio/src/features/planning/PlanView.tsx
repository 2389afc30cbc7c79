import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type Blueprint, blueprintQuery } from "@/data/planning";
import { NodePage } from "@/features/planning/NodePage";
import { PlanTree } from "@/features/planning/PlanTree";
import { ReadingLine } from "@/features/planning/ReadingLine";
import type { PlanLeads } from "@/features/planning/planLeads";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  app: App;
  blueprint: Blueprint;
  node: string | undefined;
  onNode: (node: string | null) => void;
  leads: PlanLeads;
}

/** The tree of a plan, and the part of it that is chosen beside it; where there is no room, one or the other. */
export function PlanView({ app, blueprint, node, onNode, leads }: Props) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const query = useQuery(blueprintQuery(useApi(), app.id, blueprint.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const { plan_tree: tree, ingestion_job: job } = query.data;
  return (
    <div className="@container flex min-h-0 grow flex-col">
      <ReadingLine app={app.id} blueprint={blueprint.id} job={job} isRead={tree.length > 0} />
      <div className="flex min-h-0 grow">
        {tree.length > 0 && (
          <div className={node ? "w-80 shrink-0 overflow-y-auto border-r border-line @max-3xl:hidden" : "min-w-0 grow overflow-y-auto @3xl:w-80 @3xl:grow-0 @3xl:border-r @3xl:border-line"}>
            <PlanTree tree={tree} current={node} activePhase={app.active_phase_node_id ?? null} onOpen={onNode} />
          </div>
        )}
        {tree.length > 0 && (
          <div className={node ? "min-w-0 grow overflow-y-auto" : "min-w-0 grow overflow-y-auto @max-3xl:hidden"}>
            {node ? <NodePage key={node} app={app} node={node} tree={tree} onNode={onNode} leads={leads} /> : <p className="p-6 text-muted">{words.choose}</p>}
          </div>
        )}
      </div>
    </div>
  );
}
