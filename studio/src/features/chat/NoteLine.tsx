import { Prose } from "@/features/chat/Prose";
import { useMessages } from "@/messages/useMessages";
import type { NoteEntry } from "@/run/view";

/** What a check, an evaluator or the run itself said on the way. */
export function NoteLine({ note }: { note: NoteEntry["note"] }) {
  const { chat } = useMessages();
  switch (note.type) {
    case "diagnostics":
      return note.data.diagnostics.length === 0 ? null : (
        <details className={note.data.ok ? "text-sm text-muted" : "text-sm text-bad"}>
          <summary className="cursor-pointer">{chat.diagnostics(note.data.diagnostics.length)}</summary>
          <ul className="mt-2 flex flex-col gap-1 font-mono text-xs break-words">
            {note.data.diagnostics.map((one, at) => (
              <li key={at}>
                {one.path}
                {one.line ? `:${one.line}` : ""} {one.message}
              </li>
            ))}
          </ul>
        </details>
      );
    case "retry":
      return (
        <p className="text-sm text-muted">
          {chat.retry(note.data.attempt)}: {note.data.reason}
        </p>
      );
    case "evaluation":
      return <p className="text-sm text-muted">{note.data.reasoning}</p>;
    case "continued":
      return <p className="text-sm text-muted">{note.data.message}</p>;
    case "revision":
      return <Prose text={note.data.message} />;
  }
}
