import { lazy, type ReactNode, Suspense } from "react";
import { useTurns } from "@/data/chatTurns";
import { useChangeThread } from "@/data/threads";
import type { Workspace } from "@/data/workspace";
import { type ChatPlace, NEW_CHAT } from "@/domain/place";
import { TurnFeed } from "@/features/chat/TurnFeed";
import type { ShownChat } from "@/features/chat/useShownChat";
import { useMessages } from "@/messages/useMessages";
import { spoken } from "@/run/turns";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const ReadingNote = lazy(() => import("@/features/chat/ReadingNote").then((loaded) => ({ default: loaded.ReadingNote })));

interface Props {
  app: string;
  /** The text that a plan is made of. */
  blueprint: string | null | undefined;
  shown: ShownChat;
  active: Workspace["active_run"];
  turn: string | undefined;
  /** The run of what was said last from here. */
  said: string | null;
  onPlace: (place: ChatPlace, replace?: boolean) => void;
}

const STATE = "flex min-h-0 grow flex-col justify-center overflow-y-auto";

/** What was said in the chat that is shown, or why nothing is. */
export function ThreadView({ app, blueprint, shown, active, turn, said, onPlace }: Props) {
  const { chat, threads } = useMessages();
  if (shown.id && shown.state === "here") return <Said app={app} blueprint={blueprint} id={shown.id} shown={shown} active={active} turn={turn} said={said} />;
  if (shown.id && shown.state === "removed") return <Removed app={app} id={shown.id} onPlace={onPlace} />;
  const unknown = shown.state === "unknown";
  const action = unknown && <Button onClick={() => onPlace({ chat: NEW_CHAT })}>{threads.new}</Button>;
  return (
    <div className={STATE}>
      <Empty app={app} blueprint={unknown ? null : blueprint}>
        <Notice title={unknown ? threads.unknown : chat.empty} text={unknown ? threads.unknownText : threads.newText} action={action} />
      </Empty>
    </div>
  );
}

/** While a text is being read that is what happens in an app in which nobody has said anything. */
function Empty({ app, blueprint, children }: Pick<Props, "app" | "blueprint"> & { children: ReactNode }) {
  if (!blueprint) return children;
  return (
    <Suspense fallback={null}>
      <ReadingNote app={app} blueprint={blueprint}>
        {children}
      </ReadingNote>
    </Suspense>
  );
}

function Said({ app, blueprint, id, shown, active, turn, said }: Omit<Props, "onPlace"> & { id: string }) {
  const { chat, common } = useMessages();
  const read = useTurns(app, id);
  const all = spoken(read.turns, active);
  // The run at work alone is not the chat: what was said before it is still on its way.
  if (all.length > 0 && !read.pending) return <TurnFeed app={app} all={all} read={read} total={shown.thread?.turns ?? null} turn={turn} said={said} />;
  const again = <Button onClick={read.again}>{common.retry}</Button>;
  return (
    <div className={STATE}>
      {read.failed && <Notice tone="bad" title={chat.loadFailed} action={again} />}
      {read.pending && <Working label={common.loading} />}
      {!read.pending && !read.failed && (
        <Empty app={app} blueprint={blueprint}>
          <Notice title={chat.empty} text={chat.emptyText} />
        </Empty>
      )}
    </div>
  );
}

function Removed({ app, id, onPlace }: { app: string; id: string; onPlace: Props["onPlace"] }) {
  const { threads } = useMessages();
  const change = useChangeThread(app);
  const back = () => change.isPending || change.mutate({ id, archived: false });
  return (
    <div className={STATE}>
      <Notice
        title={threads.removed}
        text={threads.removedText}
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Button look="main" aria-disabled={change.isPending} onClick={back}>
              {threads.bringBack}
            </Button>
            <Button onClick={() => onPlace({ chat: NEW_CHAT })}>{threads.new}</Button>
          </span>
        }
      />
      {change.isError && (
        <p role="alert" className="text-center text-sm text-bad">
          {threads.changeFailed}
        </p>
      )}
    </div>
  );
}
