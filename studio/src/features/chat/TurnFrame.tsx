import type { ReactNode } from "react";
import { useMessages } from "@/messages/useMessages";

interface Props {
  prompt: string;
  at: string;
  children: ReactNode;
}

/** One ruled entry of the ledger: what was asked, then what came of it. */
export function TurnFrame({ prompt, at, children }: Props) {
  const { chat, locale } = useMessages();
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
  return (
    <article aria-label={prompt.slice(0, 80)} tabIndex={-1} className="flex flex-col gap-3 border-b border-line px-4 py-5 md:px-6">
      <header className="flex flex-col gap-1">
        <p className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="font-semibold">{chat.you}</span>
          <time dateTime={at}>{time}</time>
        </p>
        <p className="text-chat break-words whitespace-pre-wrap">{prompt}</p>
      </header>
      {children}
    </article>
  );
}
