import { useMessages } from "@/messages/useMessages";
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
      return <p className="text-sm [overflow-wrap:anywhere] text-muted">{note.data.message}</p>;
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
