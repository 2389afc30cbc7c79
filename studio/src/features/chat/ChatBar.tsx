import { ChevronDown, Pencil, SquarePen } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type ChatPlace, NEW_CHAT } from "@/domain/place";
import type { ShownChat } from "@/features/chat/useShownChat";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

interface Props {
  app: string;
  shown: ShownChat;
  onPlace: (place: ChatPlace) => void;
}

const fetchForm = () => import("@/features/chat/RenameForm");
const RenameForm = lazy(() => fetchForm().then((loaded) => ({ default: loaded.RenameForm })));
const ThreadsDialog = lazy(() => import("@/features/chat/ThreadsDialog").then((loaded) => ({ default: loaded.ThreadsDialog })));

/** What the chat is called, which others there are, and a new one. */
export function ChatBar({ app, shown, onPlace }: Props) {
  const { threads, common } = useMessages();
  const [listed, setListed] = useState(false);
  const [naming, setNaming] = useState<"never" | "now" | "before">("never");
  const { thread } = shown;
  const title = thread?.title || (shown.id && !thread ? common.loading : threads.new);
  if (thread && naming === "now") {
    return (
      <Suspense fallback={<div className="h-12 shrink-0 border-b border-line" />}>
        <RenameForm app={app} thread={thread} onDone={() => setNaming("before")} />
      </Suspense>
    );
  }
  return (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b border-line px-2 md:px-4">
      <button
        type="button"
        aria-haspopup="dialog"
        title={title}
        onClick={() => setListed(true)}
        className="inline-flex min-h-10 min-w-0 items-center gap-1.5 rounded-md px-2 text-base hover:bg-sunken max-md:min-h-11"
      >
        <span className="sr-only">{threads.menu}: </span>
        <span className="truncate font-semibold">{title}</span>
        <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      </button>
      <span className="ml-auto flex shrink-0">
        {thread && shown.state === "here" && (
          <IconButton
            ref={(button) => {
              if (naming === "before" && document.activeElement === document.body) button?.focus();
            }}
            label={threads.rename}
            // What is typed right after the click is meant for the form.
            onPointerEnter={() => void fetchForm()}
            onFocus={() => void fetchForm()}
            onClick={() => setNaming("now")}
          >
            <Pencil aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        )}
        <IconButton label={threads.new} onClick={() => onPlace({ chat: NEW_CHAT })}>
          <SquarePen aria-hidden size={20} strokeWidth={1.75} />
        </IconButton>
      </span>
      {listed && (
        <Suspense fallback={null}>
          <ThreadsDialog app={app} current={shown.id} onPlace={onPlace} onClose={() => setListed(false)} />
        </Suspense>
      )}
    </div>
  );
}
