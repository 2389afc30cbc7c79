import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { explainPlan } from "@/app/explainPlan";
import { useReadyLeads } from "@/app/routes/useReadyLeads";
import { useApi } from "@/data/api";
import type { Workspace } from "@/data/workspace";
import { inChat, type Place } from "@/domain/place";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useMessages } from "@/messages/useMessages";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");

/** From the autopilot and the overview to all that they speak of. */
export function usePilotLeads(workspace: Workspace): PilotLeads {
  const { pilot: _, ...place } = route.useSearch();
  const navigate = route.useNavigate();
  const [api, cache] = [useApi(), useQueryClient()];
  const { locale } = useMessages();
  const wide = useWide();
  const ready = useReadyLeads(workspace);
  const { app } = workspace;
  const go = (search: Place) => void navigate({ search });
  return {
    toPlan: (node) => go({ tab: "plan", ...(node ? { node } : {}) }),
    toTasks: (todo) => go({ tab: "tasks", ...(todo ? { todo } : {}) }),
    toTask: (task) => go({ tab: "tasks", task }),
    toRun: (run) => go({ tab: "runs", run }),
    toRuns: (state) => go({ tab: "runs", ...(state ? { state } : {}) }),
    toProject: () => go({ tab: "project" }),
    toUsage: () => go({ tab: "usage" }),
    toPilot: () => go({ ...place, pilot: true }),
    toPreview: () => go({ tab: "preview" }),
    toPublish: () => go({ ...place, publish: true }),
    onAsk: (words) => void ready.onAsk(words, { label: "", detail: "" }),
    onExplain: () => explainPlan({ api, cache, app: app.id, locale, go: (chat) => go(wide ? inChat(place, { chat }) : { chat }) }),
  };
}
