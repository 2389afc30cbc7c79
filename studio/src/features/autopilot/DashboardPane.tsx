import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { dashboardQuery, managerPlanQuery } from "@/data/autopilot";
import type { Workspace } from "@/data/workspace";
import { afterPhase, asking } from "@/domain/pilot";
import { DashCounts } from "@/features/autopilot/DashCounts";
import { DashDecisions } from "@/features/autopilot/DashDecisions";
import { DashPhases } from "@/features/autopilot/DashPhases";
import { DashRuns } from "@/features/autopilot/DashRuns";
import { DashSection } from "@/features/autopilot/DashSection";
import { DashUnknowns } from "@/features/autopilot/DashUnknowns";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useIsUnread, usePhases, useReadingJob } from "@/features/autopilot/usePhases";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { HelpLink } from "@/ui/HelpLink";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const DashPilot = lazy(() => import("@/features/autopilot/DashPilot").then((loaded) => ({ default: loaded.DashPilot })));
const DashTests = lazy(() => import("@/features/autopilot/DashTests").then((loaded) => ({ default: loaded.DashTests })));
const DashReading = lazy(() => import("@/features/autopilot/DashReading").then((loaded) => ({ default: loaded.DashReading })));
const DashShort = lazy(() => import("@/features/autopilot/DashShort").then((loaded) => ({ default: loaded.DashShort })));
const DashUsage = lazy(() => import("@/features/autopilot/DashUsage").then((loaded) => ({ default: loaded.DashUsage })));
const PilotAsks = lazy(() => import("@/features/autopilot/PilotAsks").then((loaded) => ({ default: loaded.PilotAsks })));

/** The project on one page: what is planned, how far it is, what is at work and what waits, each with the way there. `covered`: what waits is shown over it. */
export function DashboardPane({ workspace: { app }, leads, covered = false }: { workspace: Workspace; leads: PilotLeads; covered?: boolean }) {
  const { common } = useMessages();
  const words = useAutopilotWords();
  const api = useApi();
  const query = useQuery(dashboardQuery(api, app.id));
  const plan = useQuery(managerPlanQuery(api, app.id)).data;
  const after = afterPhase(usePhases(app.id, app.active_blueprint_id ?? null), app.active_phase_node_id);
  const reading = useReadingJob(app.id, app.active_blueprint_id ?? null);
  const isUnread = useIsUnread(app.id, app.active_blueprint_id ?? null);
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.overview.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const { active_blueprint: blueprint, snapshot, tasks, next_tasks: next } = query.data;
  if (!blueprint) {
    const bring = (
      <>
        <Button look="main" pill onClick={() => leads.toPlan()}>
          {words.bring}
        </Button>
        <HelpLink chapter="plans" />
      </>
    );
    return <Notice title={words.noPlan} text={words.noPlanText} action={bring} />;
  }
  const isBare = (reading !== null || isUnread) && Object.values(tasks).every((count) => count === 0);
  return (
    <div className="@container h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[1000px] flex-col gap-5 p-4 md:p-6">
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 ref={arrive} tabIndex={-1} className="text-lg">
            {words.overview.title}
          </h2>
          <LinkWords onOpen={() => leads.toPlan()}>{words.overview.blueprint(blueprint.title, blueprint.version)}</LinkWords>
        </header>
        <Suspense fallback={null}>{plan && !covered && asking(plan.runs_in_progress, plan.autopilot.last_tick).map((run) => <PilotAsks key={run.id} app={app.id} run={run} leads={leads} />)}</Suspense>
        <Suspense fallback={null}>{reading && <DashReading app={app.id} job={reading} leads={leads} />}</Suspense>
        {isUnread && !reading && (
          <DashSection title={words.noPlan}>
            <p>{words.overview.unread}</p>
            <Button look="main" className="self-start" onClick={() => leads.toPlan()}>
              {words.toPlan}
            </Button>
          </DashSection>
        )}
        <Suspense fallback={null}>{!isBare && <DashPilot app={app} plan={plan} after={after} leads={leads} />}</Suspense>
        <DashUnknowns app={app.id} blueprint={blueprint.id} leads={leads} />
        <Suspense fallback={null}>{snapshot && !isBare && <DashShort snapshot={snapshot} />}</Suspense>
        <div className="grid items-start gap-5 @2xl:grid-cols-2">
          <DashPhases app={app} blueprint={blueprint.id} leads={leads} />
          {!isBare && (
            <>
              <DashCounts tasks={tasks} next={next} leads={leads} />
              <DashRuns app={app.id} counts={query.data.runs} leads={leads} />
              <Suspense fallback={null}>
                <DashTests app={app.id} leads={leads} />
                <DashUsage usage={query.data.usage} kpis={query.data.kpis} leads={leads} />
              </Suspense>
              <DashDecisions decisions={query.data.decisions} leads={leads} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
