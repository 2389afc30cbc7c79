import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type FoundThread, foundThreadsQuery } from "@/data/threads";
import type { ChatPlace } from "@/domain/place";
import { ThreadRows } from "@/features/chat/ThreadRows";
import { useThreadWords } from "@/messages/threads/useThreadWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Working } from "@/ui/Working";
import { useAgo } from "@/ui/useAgo";

interface Props {
  app: string;
  words: string;
  onOpen: (place: ChatPlace) => void;
}

/** The chats that have the words, each with the place where they stand; opening one goes there. */
export function FoundThreads({ app, words, onOpen }: Props) {
  const texts = useThreadWords();
  const { threads, common } = useMessages();
  const { data, isError, refetch } = useQuery(foundThreadsQuery(useApi(), app, words));
  if (isError && !data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
        {texts.listFailed} <Button onClick={() => refetch()}>{common.retry}</Button>
      </p>
    );
  if (!data) return <Working label={common.loading} />;
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {threads.found(data.items.length)} {!data.complete && texts.foundSome}
      </p>
      <ThreadRows label={threads.menu} ids={data.items.map(({ id }) => id)}>
        {(at) => data.items[at] && <Row found={data.items[at]} onOpen={onOpen} />}
      </ThreadRows>
    </>
  );
}

function Row({ found, onOpen }: { found: FoundThread; onOpen: Props["onOpen"] }) {
  const texts = useThreadWords();
  const ago = useAgo();
  const open = () => onOpen({ chat: found.id, ...(found.turn_id ? { turn: found.turn_id } : {}) });
  return (
    <button type="button" onClick={open} className="flex w-full flex-col rounded-md p-3 text-left hover:bg-sunken">
      <span className="max-w-full truncate font-semibold">{found.title || texts.untitled}</span>
      {found.text && <span className="line-clamp-2 text-sm [overflow-wrap:anywhere] text-muted">{found.text}</span>}
      <time dateTime={found.at} className="text-xs text-muted">
        {ago(found.at)}
      </time>
    </button>
  );
}
