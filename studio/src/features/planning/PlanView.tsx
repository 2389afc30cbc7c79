import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type Blueprint, blueprintQuery } from "@/data/planning";
import type { PlanPlace } from "@/domain/place";
import { PlanLooks } from "@/features/planning/PlanLooks";
import type { PlanLeads } from "@/features/planning/planLeads";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const ReadingLine = lazy(() => import("@/features/planning/ReadingLine").then((loaded) => ({ default: loaded.ReadingLine })));
const TasksLine = lazy(() => import("@/features/planning/TasksLine").then((loaded) => ({ default: loaded.TasksLine })));
const PhaseLine = lazy(() => import("@/features/planning/PhaseLine").then((loaded) => ({ default: loaded.PhaseLine })));

const PlanUnknowns = lazy(() => import("@/features/planning/PlanUnknowns").then((loaded) => ({ default: loaded.PlanUnknowns })));

interface Props {
  app: App;
  blueprint: Blueprint;
  place: PlanPlace;
  onPlace: (place: PlanPlace) => void;
  leads: PlanLeads;
}

/** The plan of one blueprint: how far it is read and its tasks are written, and the plan in one of its looks. */
export function PlanView({ app, blueprint, place, onPlace, leads }: Props) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const query = useQuery(blueprintQuery(useApi(), app.id, blueprint.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const { plan_tree: tree, ingestion_job: job } = query.data;
  return (
    <div className="@container flex min-h-0 grow flex-col">
      <Suspense fallback={null}>
        <ReadingLine app={app.id} blueprint={blueprint.id} job={job} isRead={tree.length > 0} />
      </Suspense>
      {/* On a phone an open part has all the room. */}
      <div className={classes("shrink-0", place.node && "max-md:hidden")}>
        <Suspense fallback={null}>{app.active_phase_node_id && <PhaseLine app={app} read={query.data} leads={leads} />}</Suspense>
        <Suspense fallback={null}>
          <PlanUnknowns tree={tree} onNode={(node) => onPlace({ node })} />
        </Suspense>
        <Suspense fallback={null}>{tree.length > 0 && <TasksLine app={app.id} read={query.data} />}</Suspense>
      </div>
      {tree.length > 0 && <PlanLooks app={app} read={query.data} place={place} onPlace={onPlace} leads={leads} />}
    </div>
  );
}
