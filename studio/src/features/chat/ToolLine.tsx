import { toolStory } from "@/domain/tools";
import { useMessages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";
import { StatusMark } from "@/ui/StatusMark";
import type { ApiState } from "@/domain/status";

const STATES: Record<ToolEntry["state"], ApiState> = {
  writing: "running",
  running: "running",
  waiting: "needs_approval",
  done: "completed",
  failed: "failed",
};

/** A tool's call as a sentence; its arguments and what came back are one click away. */
export function ToolLine({ entry }: { entry: ToolEntry }) {
  const { common } = useMessages();
  const { verb, what } = toolStory(entry.name, entry.input);
  return (
    <details className="text-sm">
      <summary className="flex cursor-pointer flex-wrap items-center gap-2 rounded-sm">
        <StatusMark state={STATES[entry.state]} stage={verb} />
        {entry.state !== "writing" && entry.state !== "running" && <span>{verb}</span>}
        {what && <span className="font-mono break-all">{what}</span>}
        <span className="sr-only">{common.details}</span>
      </summary>
      <pre className="mt-2 max-h-80 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs break-words whitespace-pre-wrap">
        {entry.input === undefined ? entry.draft : JSON.stringify(entry.input, null, 2)}
        {"\n\n"}
        {entry.error ?? text(entry.output)}
      </pre>
    </details>
  );
}

function text(output: unknown): string {
  return typeof output === "string" ? output : output === undefined ? "" : JSON.stringify(output, null, 2);
}
