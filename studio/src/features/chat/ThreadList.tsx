import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { threadsQuery } from "@/data/threads";
import type { ChatPlace } from "@/domain/place";
import { ThreadRow } from "@/features/chat/ThreadRow";
import { ThreadRows } from "@/features/chat/ThreadRows";
import { useThreadWords } from "@/messages/threads/useThreadWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  removed: boolean;
  current: string | null;
  onPlace: (place: ChatPlace) => void;
  onOpen: (place: ChatPlace) => void;
}

/** The chats that are there, or those that were removed. */
export function ThreadList({ app, removed, current, onPlace, onOpen }: Props) {
  const texts = useThreadWords();
  const { threads, common } = useMessages();
  const query = useInfiniteQuery(threadsQuery(useApi(), app, removed));
  const listed = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError && !query.data)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-3 text-bad">
        {texts.listFailed} <Button onClick={() => query.refetch()}>{common.retry}</Button>
      </p>
    );
  const more = query.hasNextPage && (
    <Button onClick={() => query.isFetching || query.fetchNextPage()} aria-disabled={query.isFetching}>
      {common.more}
    </Button>
  );
  if (listed.length === 0) return <p className="text-muted">{removed ? texts.noneRemoved : texts.none} {more}</p>;
  return (
    <ThreadRows label={removed ? texts.removedChats : threads.menu} ids={listed.map(({ id }) => id)} more={more}>
      {(at) => {
        const thread = listed[at];
        return thread && <ThreadRow app={app} thread={thread} current={thread.id === current} onPlace={onPlace} onOpen={onOpen} />;
      }}
    </ThreadRows>
  );
}
