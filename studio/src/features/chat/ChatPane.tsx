import { lazy, type ReactNode, Suspense, useState } from "react";
import type { Workspace } from "@/data/workspace";
import { type ChatPlace, NEW_CHAT } from "@/domain/place";
import { ChatBar } from "@/features/chat/ChatBar";
import { Composer } from "@/features/chat/Composer";
import { ElsewhereNote } from "@/features/chat/ElsewhereNote";
import { ThreadView } from "@/features/chat/ThreadView";
import { useShownChat } from "@/features/chat/useShownChat";
import { moveDraft } from "@/run/useDraft";

const PilotAtWork = lazy(async () => ({ default: (await import("@/features/chat/PilotAtWork")).PilotAtWork }));
const PlanPanel = lazy(async () => ({ default: (await import("@/features/chat/PlanPanel")).PlanPanel }));

interface Props {
  workspace: Workspace;
  place: ChatPlace;
  onPlace: (place: ChatPlace, replace?: boolean) => void;
  /** What should be known before one writes. */
  notice: ReactNode;
}

/** One chat of the app: what it is called, what was said and done in it, and the box to say more. */
export function ChatPane({ workspace, place, onPlace, notice }: Props) {
  const { app, active_run: active, waiting_runs: waiting } = workspace;
  const shown = useShownChat(workspace, place.chat);
  const own = active?.conversation_id === shown.id ? active : null;
  const [said, setSaid] = useState<string | null>(null);
  const draftIn = (chat: string | null) => `${app.id}.${chat ?? NEW_CHAT}`;
  const asks = waiting.find((run) => run.status === "awaiting_approval" && run.conversation_id !== shown.id);
  const elsewhere = active && !own ? { chat: active.conversation_id } : asks && { chat: asks.conversation_id, turn: asks.turn_id };
  const follow = (chat: string) => shown.id === chat || onPlace({ chat }, true);
  return (
    <div className="flex h-full flex-col bg-surface">
      <ChatBar app={app.id} shown={shown} onPlace={onPlace} />
      {elsewhere && <ElsewhereNote waits={!active || own !== null} onOpen={() => onPlace(elsewhere)} />}
      <Suspense>{!elsewhere && app.active_phase_node_id && <PilotAtWork app={app.id} shown={shown.id} onOpen={(chat) => onPlace({ chat })} />}</Suspense>
      <ThreadView key={shown.id} app={app.id} blueprint={app.active_blueprint_id} shown={shown} active={own} turn={place.turn} said={said} onPlace={onPlace} />
      {notice}
      <Suspense>{own && <PlanPanel app={app.id} run={own.id} />}</Suspense>
      <Composer
        app={app.id}
        run={own?.id ?? null}
        draft={draftIn(shown.id)}
        where={shown.id ? { conversation_id: shown.id } : { new_conversation: true }}
        onSaid={(run) => {
          setSaid(run.run_id);
          moveDraft(draftIn(shown.id), draftIn(run.conversation_id));
          follow(run.conversation_id);
        }}
      />
    </div>
  );
}
