import { useState } from "react";
import { secondsBetween, spanOf } from "@/domain/span";
import { useMessages } from "@/messages/useMessages";
import type { TextEntry } from "@/run/view";
import { Prose } from "@/ui/Prose";

/** What a model thought, folded, with how long it took. Its words are drawn when somebody wants to read them. */
export function Thoughts({ entry }: { entry: TextEntry }) {
  const { turn, locale } = useMessages();
  const [open, setOpen] = useState(false);
  const took = entry.ended ? Math.max(1, secondsBetween(entry.at, entry.ended)) : null;
  return (
    <details className="text-sm text-muted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer max-md:py-3">{took === null ? turn.thinkingNow : turn.thought(spanOf(took, locale))}</summary>
      <div className="mt-2 border-l border-line pl-4">{open && <Prose text={entry.text} growing={entry.open} />}</div>
    </details>
  );
}
