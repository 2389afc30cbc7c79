import { lazy, memo, Suspense } from "react";
import { Thoughts } from "@/features/chat/Thoughts";
import { Prose } from "@/ui/Prose";
import { ToolGroupLine } from "@/features/chat/ToolGroupLine";
import type { Line } from "@/run/lines";

const NoteLine = lazy(() => import("@/features/chat/NoteLine").then((loaded) => ({ default: loaded.NoteLine })));

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
      return (
        <Suspense fallback={null}>
          <NoteLine note={entry.note} />
        </Suspense>
      );
  }
});
