import { memo } from "react";
import { NoteLine } from "@/features/chat/NoteLine";
import { Prose } from "@/features/chat/Prose";
import { ToolLine } from "@/features/chat/ToolLine";
import { useMessages } from "@/messages/useMessages";
import type { Entry } from "@/run/view";

/** One thing of a turn: words, thoughts, a tool's call, or what a check said. */
export const EntryLine = memo(function EntryLine({ entry }: { entry: Entry }) {
  const { chat } = useMessages();
  switch (entry.kind) {
    case "text":
      return <Prose text={entry.text} />;
    case "reasoning":
      return (
        <details className="text-sm text-muted">
          <summary className="cursor-pointer">{chat.thinking}</summary>
          <Prose text={entry.text} />
        </details>
      );
    case "tool":
      return <ToolLine entry={entry} />;
    case "note":
      return <NoteLine note={entry.note} />;
  }
});
