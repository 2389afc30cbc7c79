import { useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { lazy, Suspense, useId, useMemo } from "react";
import { useApi } from "@/data/api";
import { type StartedRun, type Where, workspaceQuery } from "@/data/workspace";
import { AttachButton } from "@/features/chat/AttachButton";
import { MentionChips } from "@/features/chat/MentionChips";
import { OptionsBar } from "@/features/chat/OptionsBar";
import { StopButton } from "@/features/chat/StopButton";
import { useFiles } from "@/features/chat/useFiles";
import { useOrderFirst } from "@/features/chat/useOrderFirst";
import { useSees, useSending } from "@/features/chat/useSending";
import { WritingBox } from "@/features/chat/WritingBox";
import { useMessages } from "@/messages/useMessages";
import { useAttachments } from "@/run/attachments";
import { useDraft, without } from "@/run/useDraft";
import { useSendOptions } from "@/run/useSendOptions";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";

const WaitingMessages = lazy(() => import("@/features/chat/WaitingMessages").then((loaded) => ({ default: loaded.WaitingMessages })));
const AttachmentChips = lazy(() => import("@/features/chat/AttachmentChips").then((loaded) => ({ default: loaded.AttachmentChips })));
const PilotOffer = lazy(() => import("@/features/chat/PilotOffer").then((loaded) => ({ default: loaded.PilotOffer })));
const LongPaste = lazy(() => import("@/features/chat/LongPaste").then((loaded) => ({ default: loaded.LongPaste })));

interface Props {
  app: string;
  /** The run at work in this chat. */
  run: string | null;
  /** Under which name words are kept until they are sent. */
  draft: string;
  where: Where;
  onSaid: (said: StartedRun) => void;
}

/** Where one writes. While a run works a message waits for its turn, and the run can be stopped. */
export function Composer({ app, run, draft, where, onSaid }: Props) {
  const { chat, composer } = useMessages();
  const [words, setWords] = useDraft(draft);
  const [options, change] = useSendOptions(app);
  const workspace = useQuery(workspaceQuery(useApi(), app)).data;
  const paths = useMemo(() => workspace?.tree.map(({ path }) => path) ?? [], [workspace?.tree]);
  const attached = useAttachments(app);
  const attaches = attached.items.length > 0 || attached.refused !== null || attached.lost.length > 0;
  const files = useFiles(app, words, setWords);
  const sending = useSending(app, words, options, paths, where);
  const sees = useSees(workspace?.app, options, attaches);
  const hint = useId();
  const { order, unlessOrder } = useOrderFirst(workspace?.app, words, !attaches);
  const say = () =>
    sending.send((said) => {
      setWords(without(words));
      onSaid(said);
    });
  const send = () => sending.ready && void unlessOrder(say);
  const queued = workspace?.app.queued_run_ids ?? [];
  const overtakes = workspace?.active_run === null && workspace.waiting_runs.some(({ status, conversation_id: chat }) => status === "awaiting_approval" && chat === where.conversation_id);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      {...files.drop}
      className="flex flex-col gap-2 border-t border-line bg-surface p-4 has-[[aria-expanded=true]]:min-h-0 has-[[aria-expanded=true]]:overflow-y-auto"
    >
      {sending.failed && (
        <p role="alert" className="text-sm text-bad">
          {chat.sendFailed} {sending.why}
        </p>
      )}
      {overtakes && <p className="text-sm text-muted">{composer.overtakes}</p>}
      <Suspense fallback={null}>{(run !== null || queued.length > 0) && <WaitingMessages app={app} ids={queued} />}</Suspense>
      <div
        className={classes(
          "rounded-lg border p-2 has-[textarea[data-home]:focus-visible]:outline-3 has-[textarea[data-home]:focus-visible]:outline-offset-2 has-[textarea[data-home]:focus-visible]:outline-accent",
          files.over ? "border-dashed border-accent bg-accent-soft" : "border-edge",
        )}
      >
        <MentionChips app={app} />
        <Suspense fallback={null}>
          {attaches && <AttachmentChips app={app} sees={sees} changes={sending.changes} />}
          {files.pasted !== null && <LongPaste characters={files.pasted.length} onFile={() => files.attachPasted(composer.pastedName)} onKeep={files.keepPasted} />}
        </Suspense>
        <WritingBox words={words} paths={paths} hint={hint} asks={options.wish === "ask"} onWords={setWords} onSend={send} onPaste={files.onPaste} />
        <Suspense fallback={null}>{order && <PilotOffer app={app} order={order} onTaken={() => setWords(without(words))} onCoder={say} />}</Suspense>
        <div className="flex items-center gap-1">
          <AttachButton onFiles={files.add} />
          <p id={hint} className={classes("px-1 text-xs text-muted max-md:sr-only", run !== null && !sending.uploading && "sr-only")}>
            {files.over ? composer.dropHere : sending.uploading ? composer.waitUploads : chat.sendHint}
          </p>
          <span className="ml-auto flex gap-2">
            {run && <StopButton key={run} app={app} run={run} />}
            <Button type="submit" look="main" pill aria-disabled={!sending.ready} icon={<ArrowUp aria-hidden size={16} />}>
              {chat.send}
            </Button>
          </span>
        </div>
      </div>
      {workspace && <OptionsBar app={workspace.app} options={options} onChange={change} />}
    </form>
  );
}
