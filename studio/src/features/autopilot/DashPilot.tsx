import { lazy, Suspense } from "react";
import type { App } from "@/data/apps";
import type { ManagerPlan } from "@/data/autopilot";
import { type afterPhase, asking, SHORT_NAME } from "@/domain/pilot";
import { DashSection } from "@/features/autopilot/DashSection";
import { ExplainButton } from "@/features/autopilot/ExplainButton";
import { PilotMoney } from "@/features/autopilot/PilotMoney";
import { PilotState } from "@/features/autopilot/PilotState";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";

const PilotRuns = lazy(() => import("@/features/autopilot/PilotRuns").then((loaded) => ({ default: loaded.PilotRuns })));

interface Props {
  app: App;
  plan: ManagerPlan | undefined;
  /** What was done, and what comes after it. */
  after: ReturnType<typeof afterPhase>;
  leads: PilotLeads;
}

/** How the autopilot stands, and what may be done next. */
export function DashPilot({ app, plan, after, leads }: Props) {
  const words = useAutopilotWords();
  const isShown = app.published_revision_id && app.published_revision_id === app.draft_revision_id;
  const asked = plan ? asking(plan.runs_in_progress, plan.autopilot.last_tick) : [];
  const works = plan?.runs_in_progress.filter((run) => !asked.includes(run)) ?? [];
  return (
    <DashSection title={words.title}>
      {plan && <PilotState app={app.id} plan={plan} leads={leads} />}
      <Suspense fallback={null}>{plan && works.length > 0 && <PilotRuns app={app.id} runs={works} leads={leads} />}</Suspense>
      {plan?.autopilot.active_phase_node_id && <PilotMoney spent={plan.autopilot.spent} />}
      {after && <p>{[words.phaseDone(after.done.title), after.next ? "" : words.allDone].join(" ")}</p>}
      <div className="flex flex-wrap gap-2">
        {after && (
          <Button look="main" onClick={leads.toPreview}>
            {words.lookAt}
          </Button>
        )}
        {after && !isShown && (
          <Button aria-haspopup="dialog" onClick={leads.toPublish}>
            {words.publishIt}
          </Button>
        )}
        <Button look={after ? "plain" : "main"} aria-haspopup="dialog" onClick={leads.toPilot}>
          {after?.next ? (after.next.title.length <= SHORT_NAME ? words.start(after.next.title) : words.startNext) : words.overview.open}
        </Button>
        <ExplainButton leads={leads} />
      </div>
    </DashSection>
  );
}
