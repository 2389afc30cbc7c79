import { memo } from "react";
import { NoteLine } from "@/features/chat/NoteLine";
import { Thoughts } from "@/features/chat/Thoughts";
import { Prose } from "@/ui/Prose";
import { ToolGroupLine } from "@/features/chat/ToolGroupLine";
import type { Line } from "@/run/lines";

/** One thing of a turn: words, thoughts, what tools did, or what a check said. */
export const EntryLine = memo(function EntryLine({ entry }: { entry: Line }) {
  switch (entry.kind) {
    case "text":
      return <Prose text={entry.text} growing={entry.open} />;
    case "reasoning":
      return <Thoughts entry={entry} />;
    case "tools":
      return <ToolGroupLine group={entry} />;
    case "note":
      return <NoteLine note={entry.note} />;
  }
});
