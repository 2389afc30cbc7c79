import { getRouteApi } from "@tanstack/react-router";
import { MessageSquare, PanelsTopLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useMessages } from "@/messages/useMessages";

const route = getRouteApi("/apps/$app");

/** One pane at a time, and a bar to change it. Both stay mounted, so nothing written or scrolled is lost. */
export function PhonePanes({ chat, preview }: { chat: ReactNode; preview: ReactNode }) {
  const { workspace } = useMessages();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const inChat = tab !== "preview";
  const item = "flex grow flex-col items-center justify-center gap-0.5 text-xs text-muted aria-[current=page]:font-semibold aria-[current=page]:text-accent";
  return (
    <div className="flex h-full flex-col">
      <section aria-label={workspace.conversation} hidden={!inChat} className="min-h-0 grow">
        {chat}
      </section>
      <section aria-label={workspace.preview} hidden={inChat} className="min-h-0 grow">
        {preview}
      </section>
      <nav className="flex h-14 shrink-0 border-t border-line bg-surface">
        <button type="button" className={item} aria-current={inChat ? "page" : undefined} onClick={() => navigate({ search: {} })}>
          <MessageSquare aria-hidden size={20} strokeWidth={1.75} />
          {workspace.conversation}
        </button>
        <button
          type="button"
          className={item}
          aria-current={inChat ? undefined : "page"}
          onClick={() => navigate({ search: { tab: "preview" } })}
        >
          <PanelsTopLeft aria-hidden size={20} strokeWidth={1.75} />
          {workspace.preview}
        </button>
      </nav>
    </div>
  );
}
