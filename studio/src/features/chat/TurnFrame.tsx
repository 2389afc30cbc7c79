import type { ReactNode } from "react";
import { saidIn } from "@/domain/message";
import { AttachedFiles } from "@/features/chat/AttachedFiles";
import { useMessages } from "@/messages/useMessages";
import type { Spoken } from "@/run/turns";

interface Props {
  author: Spoken["author"];
  prompt: string;
  at: string;
  attachments: Spoken["attachments"];
  children: ReactNode;
  /** Which turn of its chat it is, and of how many; -1 where nobody knows. */
  place: number;
  of: number;
}

/** One ruled entry of the ledger: what was asked, then what came of it. */
export function TurnFrame({ author, prompt, at, attachments, children, place, of }: Props) {
  const { chat, locale } = useMessages();
  const { words, pointed } = saidIn(prompt);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
  return (
    <article aria-label={words.slice(0, 80)} aria-posinset={place} aria-setsize={of} tabIndex={0} className="flex flex-col gap-3 border-b border-line px-4 py-5 md:px-6">
      <header className="flex flex-col gap-1">
        <p className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="font-semibold">{chat.authors[author]}</span>
          <time dateTime={at}>{time}</time>
        </p>
        <p className="text-chat break-words whitespace-pre-wrap">{words}</p>
        {pointed.length > 0 && <p className="mt-1 text-sm break-words text-muted">{chat.pointed(pointed.join(", "))}</p>}
        {attachments.length > 0 && <AttachedFiles attachments={attachments} />}
      </header>
      {children}
    </article>
  );
}
