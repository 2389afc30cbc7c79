import type { ReactNode } from "react";
import { changeOf } from "@/domain/toolChange";
import { useMessages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";
import { CutText } from "@/ui/CutText";
import { ShortDiff } from "@/ui/ShortDiff";

/** What a call changed line by line, else what it was given; and what came back. */
export function ToolDetails({ entry }: { entry: ToolEntry }) {
  const { turn } = useMessages();
  const files = changeOf(entry);
  const given = entry.input === undefined ? entry.draft : text(entry.input);
  const said = entry.error ?? answer(entry.output);
  return (
    <div className="mt-2 mb-1 flex min-w-0 flex-col gap-2 md:pl-6">
      {files.length > 0 && (
        <Part label={entry.state === "done" ? turn.change : turn.would}>
          <ShortDiff files={files} />
        </Part>
      )}
      {files.length === 0 && given && given !== "{}" && (
        <Part label={turn.arguments}>
          <CutText label={turn.arguments} text={given} />
        </Part>
      )}
      {said && (
        <Part label={entry.error === undefined ? turn.output : turn.error}>
          <CutText label={turn.output} text={said} />
        </Part>
      )}
    </div>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-xs font-semibold text-muted">{label}</p>
      {children}
    </div>
  );
}

/** What the tool said: the words of its answer, where it has some. */
function answer(output: unknown): string {
  const said = typeof output === "object" && output !== null && "text" in output ? output.text : output;
  return text(said);
}

function text(value: unknown): string {
  return typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value, null, 2);
}
