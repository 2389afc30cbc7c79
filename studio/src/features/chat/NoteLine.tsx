import type { Schemas } from "@/data/api";
import { type Messages, useMessages } from "@/messages/useMessages";
import type { NoteEntry } from "@/run/view";
import { Findings } from "@/features/chat/Findings";
import { Prose } from "@/ui/Prose";

/** What a check, an evaluator or the run itself said on the way. */
export function NoteLine({ note }: { note: NoteEntry["note"] }) {
  const { chat, turn } = useMessages();
  switch (note.type) {
    case "diagnostics":
      return note.data.diagnostics.length === 0 ? null : <Findings found={note.data} />;
    case "retry":
      return <Told summary={chat.retry(note.data.attempt)} text={note.data.reason} />;
    case "fixed":
      return <Told summary={turn.fixed} text={note.data.message} />;
    case "evaluation": {
      const { round, verdict, reasoning } = note.data;
      return <Told summary={`${turn.round(round)}: ${verdict === "approved" ? turn.approved : turn.sentBack}`} text={reasoning} open={verdict === "rejected"} />;
    }
    case "continued":
      return <p className="text-sm [overflow-wrap:anywhere] text-muted">{wentOn(note.data, turn)}</p>;
    case "revision":
      return <Prose text={note.data.message} />;
  }
}

/** A step of the machinery in a few words; what it said is behind them. */
function Told({ summary, text, open = false }: { summary: string; text: string; open?: boolean }) {
  return (
    <details open={open} className="text-sm text-muted">
      <summary className="w-fit cursor-pointer max-md:py-3">{summary}</summary>
      <div className="mt-1 border-l border-line pl-4">
        <Prose text={text} />
      </div>
    </details>
  );
}

/** What of earlier work the run began with, or did not. */
function wentOn({ outcome, kind, rebased, paths }: Schemas["ContinuedData"], turn: Messages["turn"]): string {
  switch (outcome) {
    case "continued":
      return [kind === "proposal" ? turn.wentOn.proposal : turn.wentOn.work, rebased && turn.wentOn.merged].filter(Boolean).join(" ");
    case "set_aside":
      return turn.wentOn.setAside;
    case "conflict":
      return turn.wentOn.conflict(paths.slice(0, 20).join(", "));
  }
}
