import { detailOf } from "@/data/problem";
import { type Thread, useChangeThread } from "@/data/threads";
import { useChatWaits } from "@/data/workspace";
import { type ChatPlace, NEW_CHAT } from "@/domain/place";
import { useThreadWords } from "@/messages/threads/useThreadWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { StatusMark } from "@/ui/StatusMark";
import { SureButton } from "@/ui/SureButton";
import { useAgo } from "@/ui/useAgo";

interface Props {
  app: string;
  thread: Thread;
  current: boolean;
  onPlace: (place: ChatPlace) => void;
  onOpen: (place: ChatPlace) => void;
}

/** One chat: what it is called, what was said last and when; it can be removed, or brought back. */
export function ThreadRow({ app, thread, current, onPlace, onOpen }: Props) {
  const texts = useThreadWords();
  const { threads } = useMessages();
  const change = useChangeThread(app);
  const { id, archived_at: removed } = thread;
  const remove = () => change.mutate({ id, archived: true }, { onSuccess: () => current && onPlace({ chat: NEW_CHAT }) });
  const why = detailOf(change.error) || threads.changeFailed;
  return (
    <div className="flex flex-wrap items-center gap-x-2 rounded-md p-1 hover:bg-sunken">
      {removed ? (
        <span className="min-w-0 grow p-2">
          <About app={app} thread={thread} />
        </span>
      ) : (
        <button type="button" aria-current={current || undefined} onClick={() => onOpen({ chat: id })} className="min-w-0 grow basis-48 rounded-md p-2 text-left">
          <About app={app} thread={thread} current={current} />
        </button>
      )}
      {removed ? (
        <Button aria-disabled={change.isPending} onClick={() => change.isPending || change.mutate({ id, archived: false })}>
          {threads.bringBack}
        </Button>
      ) : (
        <SureButton danger look="quiet" label={threads.remove} question={texts.removeSure} busy={change.isPending} onSure={remove} />
      )}
      {change.isError && (
        <p role="alert" className="w-full px-2 text-sm text-bad">
          {why}
        </p>
      )}
    </div>
  );
}

function About({ app, thread, current }: { app: string; thread: Thread; current?: boolean }) {
  const texts = useThreadWords();
  const { threads, locale } = useMessages();
  const ago = useAgo();
  const waits = useChatWaits(app, thread.id);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(thread.updated_at));
  return (
    <span className="flex flex-col">
      <span className="flex items-center gap-2">
        <span className="truncate font-semibold">{thread.title || texts.untitled}</span>
        {current && <span className="shrink-0 rounded-full bg-accent-soft px-2 text-xs font-semibold text-accent">{threads.shown}</span>}
      </span>
      {thread.last_message && thread.turns !== 1 && <span className="truncate text-sm text-muted">{thread.last_message}</span>}
      <span className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
        <time dateTime={thread.updated_at} title={time}>
          {ago(thread.updated_at)}
        </time>
        {thread.turns !== null && <span>{threads.count(thread.turns)}</span>}
        {waits ? <StatusMark state="awaiting_approval" /> : thread.active && <StatusMark state="running" />}
      </span>
    </span>
  );
}
