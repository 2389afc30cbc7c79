import { memo } from "react";
import { NoteLine } from "@/features/chat/NoteLine";
import { Prose } from "@/features/chat/Prose";
import { ToolGroupLine } from "@/features/chat/ToolGroupLine";
import { useMessages } from "@/messages/useMessages";
import type { Line } from "@/run/lines";

/** One thing of a turn: words, thoughts, what tools did, or what a check said. */
export const EntryLine = memo(function EntryLine({ entry }: { entry: Line }) {
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
    case "tools":
      return <ToolGroupLine group={entry} />;
    case "note":
      return <NoteLine note={entry.note} />;
  }
});
