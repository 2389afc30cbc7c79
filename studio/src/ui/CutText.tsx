import { useState } from "react";
import { useMessages } from "@/messages/useMessages";

const FIRST = 3_000;
const MOST = 200_000;

/** A stranger's plain text of any length: its beginning, all of it when asked for, and never more than a page can bear. */
export function CutText({ text, label }: { text: string; label: string }) {
  const { turn, locale } = useMessages();
  const [whole, setWhole] = useState(false);
  const cut = text.length > FIRST && !whole;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      <pre role="group" aria-label={label} tabIndex={0} className="max-h-96 w-full overflow-auto rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
        {cut ? `${text.slice(0, FIRST)} ...` : text.slice(0, MOST)}
      </pre>
      {cut && (
        <button type="button" className="min-h-6 text-sm text-accent underline max-md:min-h-11" onClick={() => setWhole(true)}>
          {turn.showAll(new Intl.NumberFormat(locale).format(text.length))}
        </button>
      )}
      {whole && text.length > MOST && <p className="text-sm text-muted">{turn.tooLong}</p>}
    </div>
  );
}
