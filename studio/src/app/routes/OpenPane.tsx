import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Repair } from "@/app/routes/Repair";
import type { Pane } from "@/app/routes/usePane";
import type { Workspace } from "@/data/workspace";
import { PreviewPane } from "@/features/preview/PreviewPane";
import { useMessages } from "@/messages/useMessages";
import { Working } from "@/ui/Working";

const route = getRouteApi("/apps/$app");
const CodePane = lazy(() => import("@/features/code/CodePane").then((loaded) => ({ default: loaded.CodePane })));
const ChangesPane = lazy(() => import("@/features/diffs/ChangesPane").then((loaded) => ({ default: loaded.ChangesPane })));
const HistoryPane = lazy(() => import("@/features/revisions/HistoryPane").then((loaded) => ({ default: loaded.HistoryPane })));
const RarePane = lazy(() => import("@/app/routes/RarePane").then((loaded) => ({ default: loaded.RarePane })));
const GitButton = lazy(() => import("@/features/delivery/GitButton").then((loaded) => ({ default: loaded.GitButton })));

/** One pane. All but the preview are fetched when they are opened first, those behind "More" with what leads from them. */
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
  switch (pane) {
    case "preview":
      return <PreviewPane workspace={workspace} notice={<Repair workspace={workspace} brief />} />;
    case "code":
      return <CodePane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "code", ...next } })} tools={<GitButton app={workspace.app} onDiff={(diff) => navigate({ search: { tab: "changes", diff } })} />} />;
    case "changes":
      return <ChangesPane workspace={workspace} diff={place.diff} onHistory={(revision) => navigate({ search: { tab: "history", ...(revision ? { revision } : {}) } })} onOpen={(diff) => navigate({ search: { tab: "changes", ...(diff ? { diff } : {}) } })} />;
    case "history":
      return <HistoryPane workspace={workspace} place={place} onPlace={(next) => navigate({ search: { tab: "history", ...next } })} />;
    default:
      return <RarePane pane={pane} workspace={workspace} />;
  }
}
