import { ChevronRight } from "lucide-react";
import { memo } from "react";
import { countsOfAll } from "@/domain/toolChange";
import { counted, filesOf } from "@/domain/tools";
import { STATES, ToolLine } from "@/features/chat/ToolLine";
import { type Messages, useMessages } from "@/messages/useMessages";
import type { ToolGroup } from "@/run/lines";
import { verbOf } from "@/run/verbOf";
import type { ToolEntry } from "@/run/view";
import { Counts } from "@/ui/FileCard";
import { StatusMark } from "@/ui/StatusMark";

/** What the tools did between two words, in one line; each call is behind it. A single call is its own line. */
export const ToolGroupLine = memo(function ToolGroupLine({ group }: { group: ToolGroup }) {
  const words = useMessages();
  const [only, ...more] = group.calls;
  if (only && more.length === 0) return <ToolLine entry={only} />;
  const counts = countsOfAll(group.calls);
  return (
    <details className="group/tools text-sm">
      <summary className="flex cursor-pointer list-none items-center gap-2 rounded-sm max-md:min-h-11">
        <StatusMark state={STATES[standing(group.calls)]} iconOnly />
        <span className="min-w-0 grow">
          {saidOf(group.calls, words).join(", ")}
        </span>
        {counts && <Counts file={counts} />}
        <ChevronRight aria-hidden size={16} className="shrink-0 text-muted transition-transform duration-120 group-open/tools:rotate-90" />
      </summary>
      <ul className="mt-2 flex flex-col gap-2 border-l border-line pl-4">
        {group.calls.map((call) => (
          <li key={call.id}>
            <ToolLine entry={call} />
          </li>
        ))}
      </ul>
    </details>
  );
});

/** "Edited 3 files, Compiled": each verb once, with how many files it was about, or how often where that is not it. */
function saidOf(calls: readonly ToolEntry[], words: Messages): string[] {
  return counted(calls.map((call) => verbOf(words, call))).map(([verb, times]) => {
    const files = filesOf(calls.filter((call) => verbOf(words, call) === verb));
    if (files > 1) return words.chat.ofFiles(verb, files);
    return times > 1 ? words.chat.times(verb, times) : verb;
  });
}

/** How the group stands: by what needs a person first, then what is at work. A failed call was answered by the next. */
function standing(calls: readonly ToolEntry[]): ToolEntry["state"] {
  if (calls.some((call) => call.state === "waiting")) return "waiting";
  const last = calls.at(-1)?.state ?? "done";
  return last === "writing" ? "running" : last;
}
