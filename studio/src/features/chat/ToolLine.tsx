import { ChevronRight } from "lucide-react";
import type { ApiState } from "@/domain/status";
import { subject } from "@/domain/tools";
import { type Messages, useMessages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";
import { StatusMark } from "@/ui/StatusMark";

export const STATES: Record<ToolEntry["state"], ApiState> = {
  writing: "running",
  running: "running",
  waiting: "needs_approval",
  done: "completed",
  failed: "failed",
  stopped: "aborted",
};

/** A tool's call as people say it: "Edited". One that the catalogue does not know says its own name. */
export function verbOf(tools: Messages["tools"], name: string): string {
  return (tools as Record<string, string>)[name] ?? name.replaceAll("_", " ");
}

/** A tool's call as a sentence; its arguments and what came back are one click away. */
export function ToolLine({ entry }: { entry: ToolEntry }) {
  const { tools } = useMessages();
  const what = subject(entry.input);
  return (
    <details className="group/call text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm">
        <StatusMark state={STATES[entry.state]} iconOnly={entry.state !== "waiting"} />
        <span className="flex min-w-0 grow flex-wrap gap-x-2">
          {verbOf(tools, entry.name)}
          {what && <span className="font-mono text-xs leading-5 break-all text-muted">{what}</span>}
        </span>
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted transition-transform duration-120 group-open/call:rotate-90" />
      </summary>
      <pre tabIndex={0} className="mt-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {[entry.input === undefined ? entry.draft : text(entry.input), entry.error ?? text(entry.output)].filter(Boolean).join("\n\n")}
      </pre>
    </details>
  );
}

function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, null, 2);
}
