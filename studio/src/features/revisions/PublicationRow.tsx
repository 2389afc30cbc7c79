import { ExternalLink } from "lucide-react";
import type { Publication } from "@/data/visible";
import { useIsMe } from "@/data/tenant";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { LinkButton } from "@/ui/LinkButton";
import { SureButton } from "@/ui/SureButton";

interface Props {
  publication: Publication;
  name: string;
  /** When the next one took its place. */
  until: string | null;
  live: boolean;
  busy: boolean;
  onOpen: (revision: string) => void;
  /** Null for what cannot be put back, or is there. */
  onPutBack: ((revision: string) => void) | null;
}

/** One publication: what it was, from when to when, by whom. */
export function PublicationRow({ publication, name, until, live, busy, onOpen, onPutBack }: Props) {
  const history = useHistoryWords();
  const { locale } = useMessages();
  const isMe = useIsMe();
  const { revision_id: revision, at, by, url } = publication;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
  const times = at ? (until ? when.formatRange(new Date(at), new Date(until)) : history.since(when.format(new Date(at)))) : history.unknownTime;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="flex min-w-0 grow basis-60 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          {revision ? (
            <button type="button" onClick={() => onOpen(revision)} className="min-w-0 rounded-sm text-left font-semibold break-words text-accent underline max-md:min-h-11">
              {name}
            </button>
          ) : (
            <span className="font-semibold text-muted">{name}</span>
          )}
          {live && revision && <span className="rounded-full bg-ok-soft px-2 text-xs font-semibold text-ok">{history.live}</span>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{times}</span>
          {by && <span className="[overflow-wrap:anywhere]">{isMe(by) ? history.you : by}</span>}
        </p>
      </div>
      {url && (
        <LinkButton href={url} look="quiet" icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
          {history.openVersion}
          <span className="sr-only">: {name}</span>
        </LinkButton>
      )}
      {revision && onPutBack && <SureButton label={history.putBack} question={history.putBackText(at ? when.format(new Date(at)) : null)} busy={busy} onSure={() => onPutBack(revision)} />}
    </div>
  );
}
