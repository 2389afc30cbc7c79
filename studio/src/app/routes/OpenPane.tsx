import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Repair } from "@/app/routes/Repair";
import type { Pane } from "@/app/routes/usePane";
import { useReadyLeads } from "@/app/routes/useReadyLeads";
import type { Workspace } from "@/data/workspace";
import { inChat } from "@/domain/place";
import { PreviewPane } from "@/features/preview/PreviewPane";
import { useMessages } from "@/messages/useMessages";
import { useWide } from "@/ui/useWide";
import { Working } from "@/ui/Working";

const route = getRouteApi("/apps/$app");
const CodePane = lazy(() => import("@/features/code/CodePane").then((loaded) => ({ default: loaded.CodePane })));
const ChangesPane = lazy(() => import("@/features/diffs/ChangesPane").then((loaded) => ({ default: loaded.ChangesPane })));
const HistoryPane = lazy(() => import("@/features/revisions/HistoryPane").then((loaded) => ({ default: loaded.HistoryPane })));
const FeaturesPane = lazy(() => import("@/features/scaffolds/FeaturesPane").then((loaded) => ({ default: loaded.FeaturesPane })));
const KnowledgePane = lazy(() => import("@/features/knowledge/KnowledgePane").then((loaded) => ({ default: loaded.KnowledgePane })));
const RunsPane = lazy(() => import("@/features/runs/RunsPane").then((loaded) => ({ default: loaded.RunsPane })));
const UsagePane = lazy(() => import("@/features/spending/UsagePane").then((loaded) => ({ default: loaded.UsagePane })));
const ProjectPane = lazy(() => import("@/features/project/ProjectPane").then((loaded) => ({ default: loaded.ProjectPane })));
const TerminalPane = lazy(() => import("@/features/terminal/TerminalPane").then((loaded) => ({ default: loaded.TerminalPane })));
const GitButton = lazy(() => import("@/features/delivery/GitButton").then((loaded) => ({ default: loaded.GitButton })));
const SettingsPane = lazy(() => import("@/features/settings/SettingsPane").then((loaded) => ({ default: loaded.SettingsPane })));

/** One pane. All but the preview are fetched when they are opened first. */
export function OpenPane({ pane, workspace }: { pane: Pane; workspace: Workspace }) {
  const { common } = useMessages();
  return (
    <Suspense fallback={<Working label={common.loading} />}>
      <Named pane={pane} workspace={workspace} />
    </Suspense>
  );
}

function Named({ pane, workspace }: { pane: Pane; workspace: Workspace }) {
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const wide = useWide();
  const leads = useReadyLeads(workspace);
  const links = {
    toChat: (chat: string, turn: string) => navigate({ search: wide ? inChat(place, { chat, turn }) : { chat, turn } }),
    toRevision: (revision: string) => navigate({ search: { tab: "history" as const, revision } }),
    toDiff: (diff: string) => navigate({ search: { tab: "changes" as const, diff } }),
  };
  switch (pane) {
    case "preview":
      return <PreviewPane workspace={workspace} notice={<Repair workspace={workspace} brief />} />;
    case "code":
      return <CodePane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "code", ...next } })} tools={<GitButton app={workspace.app} onDiff={links.toDiff} />} />;
    case "changes":
      return <ChangesPane workspace={workspace} diff={place.diff} onHistory={(revision) => navigate({ search: { tab: "history", ...(revision ? { revision } : {}) } })} onOpen={(diff) => navigate({ search: { tab: "changes", ...(diff ? { diff } : {}) } })} />;
    case "history":
      return <HistoryPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "history", ...next } })} />;
    case "features":
      return <FeaturesPane workspace={workspace} feature={place.feature} onOpen={leads.onOpen} onAsk={(words) => leads.onAsk(words, { label: "", detail: "" })} />;
    case "knowledge":
      return <KnowledgePane workspace={workspace} part={place.part ?? "notes"} onPart={(part) => navigate({ search: { tab: "knowledge", part } })} />;
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
