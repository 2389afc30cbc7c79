import { getRouteApi } from "@tanstack/react-router";
import { lazy } from "react";
import type { Pane } from "@/app/routes/usePane";
import { usePilotLeads } from "@/app/routes/usePilotLeads";
import { useReadyLeads } from "@/app/routes/useReadyLeads";
import type { Hit } from "@/data/search";
import type { Workspace } from "@/data/workspace";
import { inChat, type Place, type TasksPlace } from "@/domain/place";
import { placeOf } from "@/domain/search";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");
const DashboardPane = lazy(() => import("@/features/autopilot/DashboardPane").then((loaded) => ({ default: loaded.DashboardPane })));
const PlanPane = lazy(() => import("@/features/planning/PlanPane").then((loaded) => ({ default: loaded.PlanPane })));
const TasksPane = lazy(() => import("@/features/planning/TasksPane").then((loaded) => ({ default: loaded.TasksPane })));
const DocsPane = lazy(() => import("@/features/documents/DocsPane").then((loaded) => ({ default: loaded.DocsPane })));
const SearchPane = lazy(() => import("@/features/search/SearchPane").then((loaded) => ({ default: loaded.SearchPane })));
const FeaturesPane = lazy(() => import("@/features/scaffolds/FeaturesPane").then((loaded) => ({ default: loaded.FeaturesPane })));
const KnowledgePane = lazy(() => import("@/features/knowledge/KnowledgePane").then((loaded) => ({ default: loaded.KnowledgePane })));
const RunsPane = lazy(() => import("@/features/runs/RunsPane").then((loaded) => ({ default: loaded.RunsPane })));
const UsagePane = lazy(() => import("@/features/spending/UsagePane").then((loaded) => ({ default: loaded.UsagePane })));
const ProjectPane = lazy(() => import("@/features/project/ProjectPane").then((loaded) => ({ default: loaded.ProjectPane })));
const TerminalPane = lazy(() => import("@/features/terminal/TerminalPane").then((loaded) => ({ default: loaded.TerminalPane })));
const SettingsPane = lazy(() => import("@/features/settings/SettingsPane").then((loaded) => ({ default: loaded.SettingsPane })));

type Rare = Exclude<Pane, "preview" | "code" | "changes" | "history">;

/** One of the panes behind "More": with what leads from it, no part of what a workspace begins with. */
export function RarePane({ pane, workspace }: { pane: Rare; workspace: Workspace }) {
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useWide();
  const leads = useReadyLeads(workspace);
  const pilotLeads = usePilotLeads(workspace);
  const links = {
    toChat: (chat: string, turn: string) => navigate({ search: wide ? inChat(place, { chat, turn }) : { chat, turn } }),
    toRevision: (revision: string) => navigate({ search: { tab: "history" as const, revision } }),
    toDiff: (diff: string) => navigate({ search: { tab: "changes" as const, diff } }),
  };
  const planLeads = {
    toTasks: (node: string) => void navigate({ search: { tab: "tasks", node } }),
    toTask: (task: string) => void navigate({ search: { tab: "tasks", task } }),
    toNode: (node: string) => void navigate({ search: { tab: "plan", node } }),
    toRevision: (revision: string) => void links.toRevision(revision),
    toFile: (file: string, revision: string) => void navigate({ search: { tab: "code", file, revision } }),
    toRun: (run: string) => void navigate({ search: { tab: "runs", run } }),
    toPilot: pilotLeads.toPilot,
    toPreview: pilotLeads.toPreview,
    toPublish: pilotLeads.toPublish,
    onAsk: (...asked: Parameters<typeof leads.onAsk>) => void leads.onAsk(...asked),
  };
  const toHit = (hit: Hit) => void (hit.kind === "message" && hit.conversation_id ? links.toChat(hit.conversation_id, hit.id) : navigate({ search: placeOf(hit) }));
  switch (pane) {
    case "overview":
      return <DashboardPane workspace={workspace} leads={pilotLeads} covered={place.pilot === true} />;
    case "plan":
      return <PlanPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "plan", ...next } })} leads={planLeads} />;
    case "tasks":
      return <TasksPane workspace={workspace} place={placed(place)} onPlace={(next) => navigate({ search: { tab: "tasks", ...next } })} onPlan={() => navigate({ search: { tab: "plan" } })} leads={planLeads} />;
    case "features":
      return <FeaturesPane workspace={workspace} feature={place.feature} onOpen={leads.onOpen} onAsk={(words) => leads.onAsk(words, { label: "", detail: "" })} />;
    case "docs":
      return <DocsPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "docs", ...next } })} leads={{ toPlan: (blueprint) => void navigate({ search: { tab: "plan", blueprint } }) }} />;
    case "search":
      return <SearchPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "search", ...next } })} onOpen={toHit} />;
    case "knowledge":
      return <KnowledgePane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "knowledge", ...next } })} />;
    case "runs":
      return <RunsPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "runs", ...next } })} links={links} />;
    case "usage":
      return <UsagePane workspace={workspace} by={place.by ?? "day"} onBy={(by) => navigate({ search: { tab: "usage", by } })} onRun={(run) => navigate({ search: { tab: "runs", run } })} />;
    case "project":
      return <ProjectPane workspace={workspace} onRun={(run) => navigate({ search: { tab: "runs", run } })} />;
    case "terminal":
      return <TerminalPane workspace={workspace} />;
    case "settings":
      return <SettingsPane workspace={workspace} />;
  }
}

function placed({ node, task, todo }: Place): TasksPlace {
  return { ...(node ? { node } : {}), ...(task ? { task } : {}), ...(todo ? { todo } : {}) };
}
