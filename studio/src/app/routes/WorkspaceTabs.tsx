import { MorePanes } from "@/app/routes/MorePanes";
import { OpenPane } from "@/app/routes/OpenPane";
import { isAtHand, usePane, usePaneTabs } from "@/app/routes/usePane";
import type { Workspace } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Tabs } from "@/ui/Tabs";

/** What the conversation makes, one pane of it at a time. The page stays open behind the others. A rare pane has a tab while it is open. */
export function WorkspaceTabs({ workspace }: { workspace: Workspace }) {
  const words = useMessages().workspace;
  const all = usePaneTabs(workspace);
  const { pane, open } = usePane();
  const shown = pane ?? "preview";
  const tabs = all.filter(({ value }) => value === shown || isAtHand(value, workspace));
  return (
    <div className="flex h-full flex-col">
      <div className="flex shrink-0 items-stretch">
        <div className="min-w-0 grow">
          <Tabs name="pane" label={words.panes} tabs={tabs} value={shown} onChoose={open} />
        </div>
        <div className="flex shrink-0 border-b border-line bg-surface pr-1">
          <MorePanes tabs={all} pane={pane} onOpen={open} />
        </div>
      </div>
      {tabs.map(({ value: one }) => (
        <div key={one} role="tabpanel" id={`pane-panel-${one}`} aria-labelledby={`pane-tab-${one}`} hidden={one !== shown} className="min-h-0 grow">
          {(one === shown || one === "preview") && <OpenPane pane={one} workspace={workspace} />}
        </div>
      ))}
    </div>
  );
}
