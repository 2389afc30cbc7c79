import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePilotLeads } from "@/app/routes/usePilotLeads";
import { useApi } from "@/data/api";
import { managerPlanQuery } from "@/data/autopilot";
import { blueprintQuery } from "@/data/planning";
import type { Workspace } from "@/data/workspace";
import { PhaseLine } from "@/features/planning/PhaseLine";
import { toHome } from "@/ui/focusHome";

/** In the conversation, once the autopilot has done its phase: what comes then. It stays until it is closed, or the next phase begins. */
export function PhaseNews({ workspace: { app }, workspace }: { workspace: Workspace }) {
  const [api, phase, key] = [useApi(), app.active_phase_node_id ?? null, `chatbuilder.over.${app.id}`];
  const [closed, setClosed] = useState(() => localStorage.getItem(key));
  const leads = usePilotLeads(workspace);
  const isOver = useQuery(managerPlanQuery(api, app.id)).data?.autopilot.last_tick?.reason === "phase_done";
  const shown = isOver && closed !== phase;
  const read = useQuery({ ...blueprintQuery(api, app.id, app.active_blueprint_id ?? ""), enabled: shown }).data;
  if (!shown || !read || phase === null) return null;
  const close = () => {
    localStorage.setItem(key, phase);
    setClosed(phase);
    toHome();
  };
  return <PhaseLine app={app} read={read} leads={leads} onClose={close} />;
}
