import { lazy, Suspense, useState } from "react";
import type { App } from "@/data/apps";
import type { BlueprintTree } from "@/data/planning";
import { PLAN_VIEWS, type PlanPlace, type PlanViewName } from "@/domain/place";
import type { Level } from "@/features/planning/LevelBar";
import type { PlanLeads } from "@/features/planning/planLeads";
import { TreeLook } from "@/features/planning/TreeLook";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Tabs } from "@/ui/Tabs";
import { Working } from "@/ui/Working";

const NodePage = lazy(() => import("@/features/planning/NodePage").then((loaded) => ({ default: loaded.NodePage })));
const PlanPicture = lazy(() => import("@/features/planning/PlanPicture").then((loaded) => ({ default: loaded.PlanPicture })));
const PlanAsk = lazy(() => import("@/features/planning/PlanAsk").then((loaded) => ({ default: loaded.PlanAsk })));
const PlanChanges = lazy(() => import("@/features/planning/PlanChanges").then((loaded) => ({ default: loaded.PlanChanges })));

interface Props {
  app: App;
  read: BlueprintTree;
  place: PlanPlace;
  onPlace: (place: PlanPlace) => void;
  leads: PlanLeads;
}

/** The looks of a plan side by side as tabs. A part that is opened in one of them is left for the same look. */
export function PlanLooks({ app, read, place, onPlace, leads }: Props) {
  const words = useViewWords();
  const hasParent = read.blueprint.parent_blueprint_id !== null;
  const looks = PLAN_VIEWS.filter((view) => view !== "changes" || hasParent);
  const view = looks.find((known) => known === place.view) ?? "tree";
  const [level, setLevel] = useState<Level>({ of: null, kind: null });
  const at = (next: PlanViewName, node: string | null) => onPlace({ ...(next === "tree" ? {} : { view: next }), ...(node ? { node } : {}) });
  const onNode = (node: string | null) => at(view, node);
  return (
    <>
      <Tabs name="plan" label={words.label} tabs={looks.map((value) => ({ value, label: words.views[value] }))} value={view} onChoose={(next) => at(next, next === "tree" ? (place.node ?? null) : null)} />
      {looks.map((one) => (
        <div key={one} role="tabpanel" id={`plan-panel-${one}`} aria-labelledby={`plan-tab-${one}`} hidden={one !== view} className="min-h-0 grow overflow-y-auto">
          {one === view && <Look view={view} app={app} read={read} node={place.node} level={level} onLevel={setLevel} onNode={onNode} onBlueprint={(blueprint) => onPlace({ blueprint })} leads={leads} />}
        </div>
      ))}
    </>
  );
}

interface LookProps extends Pick<Props, "app" | "read" | "leads"> {
  view: PlanViewName;
  node: string | undefined;
  level: Level;
  onLevel: (level: Level) => void;
  onNode: (node: string | null) => void;
  onBlueprint: (blueprint: string) => void;
}

function Look({ view, app, read, node, level, onLevel, onNode, onBlueprint, leads }: LookProps) {
  const { common } = useMessages();
  const { plan_tree: tree, ingestion_job: job } = read;
  const page = node && (
    <Suspense fallback={<Working label={common.loading} />}>
      <NodePage key={node} app={app} node={node} tree={tree} isAlone={view !== "tree"} isArchived={read.blueprint.status === "archived"} onNode={onNode} leads={leads} />
    </Suspense>
  );
  if (view === "tree") return <TreeLook tree={tree} node={node} activePhase={app.active_phase_node_id ?? null} onNode={onNode} page={page} />;
  if (page) return page;
  const isReading = job?.status === "pending" || job?.status === "running";
  return (
    <Suspense fallback={<Working label={common.loading} />}>
      <div className="p-4 md:p-6">
        {view === "ask" ? (
          <PlanAsk app={app.id} read={read} onBlueprint={onBlueprint} />
        ) : view === "changes" ? (
          <PlanChanges app={app.id} blueprint={read.blueprint} tree={tree} isReading={isReading} onNode={onNode} leads={leads} />
        ) : (
          <PlanPicture app={app.id} tree={tree} view={view} level={level} onLevel={onLevel} onOpen={onNode} />
        )}
      </div>
    </Suspense>
  );
}
