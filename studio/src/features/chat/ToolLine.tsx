import { ChevronRight } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { ApiState } from "@/domain/status";
import { countsOf } from "@/domain/toolChange";
import { subject } from "@/domain/tools";
import { useMessages } from "@/messages/useMessages";
import { verbOf } from "@/run/verbOf";
import type { ToolEntry } from "@/run/view";
import { Counts } from "@/ui/FileCard";
import { StatusMark } from "@/ui/StatusMark";

const ToolDetails = lazy(async () => ({ default: (await import("@/features/chat/ToolDetails")).ToolDetails }));

export const STATES: Record<ToolEntry["state"], ApiState> = {
  writing: "running",
  running: "running",
  waiting: "needs_approval",
  done: "completed",
  failed: "failed",
  stopped: "cancelled",
};

/** A tool's call as a sentence; what it changed, its arguments and what came back are one click away. */
export function ToolLine({ entry }: { entry: ToolEntry }) {
  const words = useMessages();
  const [opened, setOpened] = useState(false);
  const what = subject(entry.input, entry.draft);
  const counts = countsOf(entry);
  return (
    <details className="group/call text-sm" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm max-md:min-h-11">
        <StatusMark state={STATES[entry.state]} iconOnly={entry.state !== "waiting"} />
        <span className="flex min-w-0 grow flex-wrap gap-x-2">
          {verbOf(words, entry)}
          {what && <span className="font-mono text-xs leading-5 break-all text-muted">{what}</span>}
        </span>
        {counts && <Counts file={counts} />}
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted transition-transform duration-120 group-open/call:rotate-90" />
      </summary>
      {opened && (
        <Suspense fallback={<p className="p-3 text-muted">{words.common.loading}</p>}>
          <ToolDetails entry={entry} />
        </Suspense>
      )}
    </details>
  );
}
