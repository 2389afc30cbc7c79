import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type ManagerPlan, managerPlanQuery } from "@/data/autopilot";
import { asking } from "@/domain/pilot";
import { ExplainButton } from "@/features/autopilot/ExplainButton";
import { PilotControls } from "@/features/autopilot/PilotControls";
import { PilotMoney } from "@/features/autopilot/PilotMoney";
import { PilotState } from "@/features/autopilot/PilotState";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { usePhases, useTasksJob } from "@/features/autopilot/usePhases";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

const PilotAsks = lazy(() => import("@/features/autopilot/PilotAsks").then((loaded) => ({ default: loaded.PilotAsks })));
const PilotRuns = lazy(() => import("@/features/autopilot/PilotRuns").then((loaded) => ({ default: loaded.PilotRuns })));
const PilotSaid = lazy(() => import("@/features/autopilot/PilotSaid").then((loaded) => ({ default: loaded.PilotSaid })));
const StartPhase = lazy(() => import("@/features/autopilot/StartPhase").then((loaded) => ({ default: loaded.StartPhase })));

/** Everything about the autopilot of an app: how it stands, what it asks, what it may do and spend. */
export function AutopilotDialog({ app, leads, onClose }: { app: App; leads: PilotLeads; onClose: () => void }) {
  const { common } = useMessages();
  const words = useAutopilotWords();
  const query = useQuery(managerPlanQuery(useApi(), app.id));
  return (
    <Dialog title={words.title} close={common.close} onClose={onClose}>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && !query.data && <Fault title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && (app.active_blueprint_id ? <Pilot app={app} plan={query.data} leads={leads} /> : <NoPlan leads={leads} />)}
    </Dialog>
  );
}

function NoPlan({ leads }: { leads: PilotLeads }) {
  const words = useAutopilotWords();
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="font-semibold">{words.noPlan}</p>
      <p className="text-muted">{words.noPlanText}</p>
      <Button look="main" pill onClick={() => leads.toPlan()}>
        {words.bring}
      </Button>
    </div>
  );
}

function Pilot({ app, plan, leads }: { app: App; plan: ManagerPlan; leads: PilotLeads }) {
  const { autopilot, runs_in_progress: runs } = plan;
  const phases = usePhases(app.id, app.active_blueprint_id ?? null);
  const job = useTasksJob(app.id, app.active_blueprint_id ?? null);
  const asked = asking(runs, autopilot.last_tick);
  const others = runs.filter((run) => !asked.includes(run));
  const works = autopilot.pill === "running" || autopilot.pill === "waiting";
  // At rest its budgets stand where a phase is started.
  const rests = autopilot.pill === "off" || autopilot.pill === "idle";
  return (
    <>
      <PilotState app={app.id} plan={plan} leads={leads} />
      <Suspense fallback={null}>
        {asked.map((run) => (
          <PilotAsks key={run.id} app={app.id} run={run} leads={leads} />
        ))}
        {others.length > 0 && <PilotRuns app={app.id} runs={others} leads={leads} />}
      </Suspense>
      {autopilot.pill !== "off" && <PilotControls app={app.id} plan={plan} />}
      {autopilot.active_phase_node_id && !rests && <PilotMoney spent={autopilot.spent} />}
      <Suspense fallback={null}>{!works && <StartPhase app={app.id} plan={plan} phases={phases} job={job} />}</Suspense>
      <Suspense fallback={null}>
        <PilotSaid key={`${autopilot.pill === "off"}-${autopilot.active_phase_node_id}`} app={app.id} mode={autopilot.mode} leads={leads} />
      </Suspense>
      <div className="flex flex-wrap gap-2">
        <ExplainButton leads={leads} />
      </div>
    </>
  );
}
