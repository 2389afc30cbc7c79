import { useInfiniteQuery } from "@tanstack/react-query";
import { useStickToBottom } from "use-stick-to-bottom";
import { useApi } from "@/data/api";
import { turnsQuery, type Workspace } from "@/data/workspace";
import { Composer } from "@/features/chat/Composer";
import { TurnEntry } from "@/features/chat/TurnEntry";
import { useMessages } from "@/messages/useMessages";
import { spoken } from "@/run/turns";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

/** What was said and done, oldest first, and the box to say more. */
export function ChatPane({ workspace }: { workspace: Workspace }) {
  const { chat, common } = useMessages();
  const { app, active_run: active } = workspace;
  const query = useInfiniteQuery(turnsQuery(useApi(), app.id));
  const { scrollRef, contentRef, isAtBottom, scrollToBottom } = useStickToBottom({ initial: "instant", resize: "instant" });
  const turns = spoken(query.data?.pages.flatMap((page) => page.items) ?? [], active);
  return (
    <div className="flex h-full flex-col bg-surface">
      <div ref={scrollRef} className="relative min-h-0 grow overflow-y-auto">
        <div ref={contentRef}>
          {query.hasNextPage && (
            <p className="p-4 text-center">
              <Button onClick={() => query.fetchNextPage()}>{common.more}</Button>
            </p>
          )}
          {query.isPending && <Working label={common.loading} />}
          {query.isError && (
            <Notice tone="bad" title={chat.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />
          )}
          {query.isSuccess && turns.length === 0 && <Notice title={chat.empty} text={chat.emptyText} />}
          <div role="feed" aria-label={chat.feed} aria-busy={active !== null}>
            {turns.map((turn, at) => (
              <TurnEntry key={turn.run} app={app.id} spoken={turn} newest={at === turns.length - 1} />
            ))}
          </div>
        </div>
      </div>
      {!isAtBottom && (
        <Button className="mx-auto -mt-12 mb-2 shadow-md" onClick={() => scrollToBottom("instant")}>
          {chat.newer}
        </Button>
      )}
      <Composer app={app.id} run={active?.id ?? null} />
    </div>
  );
}
