import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { Group, Panel, Separator } from "react-resizable-panels";
import { PhonePanes } from "@/app/routes/PhonePanes";
import { Repair } from "@/app/routes/Repair";
import { useFirstPage } from "@/app/routes/useFirstPage";
import { usePane } from "@/app/routes/usePane";
import { WorkspaceTabs } from "@/app/routes/WorkspaceTabs";
import type { Workspace } from "@/data/workspace";
import { type ChatPlace, inChat } from "@/domain/place";
import { ChatPane } from "@/features/chat/ChatPane";
import { useMessages } from "@/messages/useMessages";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");
const PhaseNews = lazy(() => import("@/app/routes/PhaseNews").then((loaded) => ({ default: loaded.PhaseNews })));

/** The conversation beside what it makes; on a phone, one of them. */
export function WorkspacePanes({ workspace }: { workspace: Workspace }) {
  const words = useMessages().workspace;
  const wide = useWide();
  const place = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = (next: ChatPlace, replace = false) => navigate({ search: (here) => inChat(here, next), replace });
  const { pane } = usePane();
  useFirstPage(workspace);
  const beside = wide && (pane ?? "preview") === "preview";
  const notice = (
    <>
      {!beside && <Repair workspace={workspace} />}
      <Suspense fallback={null}>{workspace.app.active_phase_node_id && <PhaseNews workspace={workspace} />}</Suspense>
    </>
  );
  const chat = <ChatPane workspace={workspace} place={place} onPlace={goTo} notice={notice} />;
  if (!wide) return <PhonePanes workspace={workspace} chat={chat} />;
  return (
    <Group orientation="horizontal" className="h-full">
      <Panel defaultSize={480} minSize={360} maxSize={640}>
        <section aria-label={words.conversation} className="h-full">
          {chat}
        </section>
      </Panel>
      <Separator aria-label={words.splitter} className="w-2 bg-page hover:bg-accent-soft focus-visible:bg-accent-soft" />
      <Panel minSize={320}>
        <WorkspaceTabs workspace={workspace} />
      </Panel>
    </Group>
  );
}
