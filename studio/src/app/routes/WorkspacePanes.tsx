import { Group, Panel, Separator } from "react-resizable-panels";
import { PhonePanes } from "@/app/routes/PhonePanes";
import type { Workspace } from "@/data/workspace";
import { ChatPane } from "@/features/chat/ChatPane";
import { PreviewPane } from "@/features/preview/PreviewPane";
import { useMessages } from "@/messages/useMessages";
import { useWide } from "@/ui/useWide";

/** The conversation beside what it makes; on a phone, one of them. */
export function WorkspacePanes({ workspace }: { workspace: Workspace }) {
  const words = useMessages().workspace;
  const wide = useWide();
  const chat = <ChatPane workspace={workspace} />;
  const preview = <PreviewPane workspace={workspace} />;
  if (!wide) return <PhonePanes chat={chat} preview={preview} />;
  return (
    <Group orientation="horizontal" className="h-full">
      <Panel defaultSize={480} minSize={360} maxSize={640}>
        <section aria-label={words.conversation} className="h-full">
          {chat}
        </section>
      </Panel>
      <Separator aria-label={words.splitter} className="w-2 bg-page hover:bg-accent-soft focus-visible:bg-accent-soft" />
      <Panel minSize={320}>
        <section aria-label={words.preview} className="h-full">
          {preview}
        </section>
      </Panel>
    </Group>
  );
}
