import { type LucideIcon, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { MorePanes } from "@/app/routes/MorePanes";
import { OpenPane } from "@/app/routes/OpenPane";
import { PANE_ICONS } from "@/app/routes/paneIcons";
import { RARE, usePane, usePaneTabs } from "@/app/routes/usePane";
import type { Workspace } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";

/** One pane at a time, and a bar to change it. Conversation and page stay mounted, so nothing written or scrolled is lost. */
export function PhonePanes({ workspace, chat }: { workspace: Workspace; chat: ReactNode }) {
  const words = useMessages().workspace;
  const tabs = usePaneTabs(workspace);
  const { pane, open } = usePane();
  return (
    <div className="flex h-full flex-col">
      <section aria-label={words.conversation} hidden={pane !== null} className="min-h-0 grow">
        {chat}
      </section>
      {tabs.map(({ value: one, label }) => (
        <section key={one} aria-label={label} hidden={one !== pane} className="min-h-0 grow">
          {(one === pane || one === "preview") && <OpenPane pane={one} workspace={workspace} />}
        </section>
      ))}
      <nav className="flex h-14 shrink-0 border-t border-line bg-surface">
        <BarButton label={words.chat} icon={MessageSquare} current={pane === null} onOpen={() => open(null)} />
        {tabs.filter(({ value }) => !RARE.has(value)).map(({ value, label, count }) => (
          <BarButton key={value} label={label} icon={PANE_ICONS[value]} current={value === pane} count={count} onOpen={() => open(value)} />
        ))}
        <MorePanes tabs={tabs} pane={pane} onOpen={open} bar />
      </nav>
    </div>
  );
}

interface BarButtonProps {
  label: string;
  icon: LucideIcon;
  current: boolean;
  count?: number | undefined;
  onOpen: () => void;
}

function BarButton({ label, icon: Icon, current, count, onOpen }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-current={current ? "page" : undefined}
      onClick={onOpen}
      className="relative flex min-w-0 grow flex-col items-center justify-center gap-0.5 text-xs text-muted outline-offset-[-3px] aria-[current=page]:font-semibold aria-[current=page]:text-accent"
    >
      <Icon aria-hidden size={20} strokeWidth={1.75} />
      <span className="max-w-full truncate">{label}</span>
      {count ? <span className="absolute top-1 left-1/2 ml-2 rounded-full bg-warn-soft px-1.5 font-semibold text-warn">{count}</span> : null}
    </button>
  );
}
