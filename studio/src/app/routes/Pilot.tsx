import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { usePilotLeads } from "@/app/routes/usePilotLeads";
import { offerPilot } from "@/commands/pilotActs";
import { useApi } from "@/data/api";
import { managerPlanQuery, useAutopilot } from "@/data/autopilot";
import type { Workspace } from "@/data/workspace";
import { AutopilotPill } from "@/features/autopilot/AutopilotPill";

const route = getRouteApi("/apps/$app");
const AutopilotDialog = lazy(() => import("@/features/autopilot/AutopilotDialog").then((loaded) => ({ default: loaded.AutopilotDialog })));

/** The autopilot of an app in its head: how it stands, and where the address says so, all about it. Leaving the address closes that. */
export function Pilot({ workspace: { app }, workspace }: { workspace: Workspace }) {
  const { pilot, ...place } = route.useSearch();
  const navigate = route.useNavigate();
  const leads = usePilotLeads(workspace);
  const autopilot = useQuery(managerPlanQuery(useApi(), app.id)).data?.autopilot;
  const { order } = useAutopilot(app.id);
  const stands = autopilot?.paused === true || autopilot?.pill === "error";
  // What is refused is told where it can be done again.
  useEffect(() =>
    offerPilot({
      stands,
      isOn: autopilot !== undefined && autopilot.pill !== "off",
      open: leads.toPilot,
      order: () => order.mutate({ action: stands ? "continue" : "pause" }, { onError: leads.toPilot }),
      explain: () => void leads.onExplain(),
    }),
  );
  return (
    <>
      {app.active_blueprint_id && <AutopilotPill app={app.id} onOpen={leads.toPilot} />}
      <Suspense fallback={null}>{pilot && <AutopilotDialog app={app} leads={leads} onClose={() => void navigate({ search: place })} />}</Suspense>
    </>
  );
}
