import { ArrowDown } from "lucide-react";
import { useRef } from "react";
import type { useTurns } from "@/data/chatTurns";
import { causeOf } from "@/domain/ending";
import { TurnEntry } from "@/features/chat/TurnEntry";
import { useFeed } from "@/features/chat/useFeed";
import { useMessages } from "@/messages/useMessages";
import type { Spoken } from "@/run/turns";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  /** Oldest first; not empty. */
  all: readonly Spoken[];
  read: ReturnType<typeof useTurns>;
  /** How many turns the chat has, where that is known. */
  total: number | null;
  /** The turn that was looked for. */
  turn: string | undefined;
  said: string | null;
}

/** The ledger. Only what is near the screen is drawn; it stays at the newest turn until one scrolls away from it. */
export function TurnFeed({ app, all, read, total, turn, said }: Props) {
  const { chat } = useMessages();
  const scroll = useRef<HTMLDivElement>(null);
  const feed = useFeed({ all, read, scroll, turn, said });
  const newest = all.findLastIndex(({ turn: one }) => one === null || causeOf(one) !== "dropped");
  const known = Math.max(total ?? 0, all.length);
  const size = read.more && total === null ? -1 : known;
  const first = read.more ? Math.max(known - all.length, 0) : 0;
  return (
    <div className="relative flex min-h-20 grow basis-0 flex-col">
      <div ref={scroll} className="relative min-h-0 grow overflow-y-auto [overflow-anchor:none]">
        <OlderLine read={read} />
        <div
          ref={feed.containerRef}
          role="feed"
          aria-label={chat.feed}
          aria-busy={read.reading || all.some(({ live }) => live)}
          onKeyDown={feed.onKeyDown}
          onFocus={feed.onFocus}
          onBlur={feed.onBlur}
          className="relative"
        >
          {feed.rows.map(({ key, index }) => {
            const one = all[index];
            return (
              one && (
                <div key={key} ref={feed.measure} data-index={index} className="absolute inset-x-0 top-0">
                  <TurnEntry app={app} spoken={one} newest={index === newest} place={first + index + 1} of={size} />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!feed.atEnd && (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md max-md:right-3 max-md:left-auto max-md:translate-x-0 max-md:rounded-full max-md:px-3"
          icon={<ArrowDown aria-hidden size={16} />}
          onClick={feed.toEnd}
        >
          <span className="max-md:sr-only">{chat.newer}</span>
        </Button>
      )}
    </div>
  );
}

/** Above the oldest turn that was read: always of the same height, so that nothing below it moves. */
function OlderLine({ read }: { read: Props["read"] }) {
  const { common, threads } = useMessages();
  return (
    <p role="status" className="absolute inset-x-0 top-0 z-10 flex h-12 items-center justify-center gap-3 text-sm text-muted">
      {read.unread && threads.olderFailed}
      {read.unread ? <Button onClick={read.readOlder}>{common.retry}</Button> : read.more ? threads.older : threads.beginning}
    </p>
  );
}
