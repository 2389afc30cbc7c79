import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, useId } from "react";
import { ProblemError } from "@/data/api";
import { useSay, useStop } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";

/** Where one writes. While a run works a message waits for its turn, and the run can be stopped. */
export function Composer({ app, run }: { app: string; run: string | null }) {
  const { chat } = useMessages();
  const [words, setWords] = useDraft(app);
  const say = useSay(app);
  const hint = useId();
  const send = () => {
    const message = words.trim();
    if (message && !say.isPending) say.mutate(message, { onSuccess: () => setWords("") });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const why = say.error instanceof ProblemError ? say.error.problem.detail : "";
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-2 border-t border-line bg-surface p-4"
    >
      {say.isError && (
        <p role="alert" className="text-sm text-bad">
          {chat.sendFailed} {why}
        </p>
      )}
      <div className="rounded-lg border border-edge p-2 focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent">
        <textarea
          aria-label={chat.messageLabel}
          aria-describedby={hint}
          placeholder={chat.placeholder}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={onKeyDown}
          rows={2}
          className="field-sizing-content max-h-60 min-h-12 w-full resize-none bg-transparent p-2 text-chat outline-none placeholder:text-muted"
        />
        <div className="flex items-center justify-between gap-3">
          <p id={hint} className={classes("px-2 text-xs text-muted max-md:sr-only", run !== null && "sr-only")}>
            {chat.sendHint}
          </p>
          <span className="ml-auto flex gap-2">
            {run && <StopButton app={app} run={run} />}
            <Button type="submit" look="main" pill aria-disabled={!words.trim() || say.isPending} icon={<ArrowUp aria-hidden size={16} />}>
              {chat.send}
            </Button>
          </span>
        </div>
      </div>
    </form>
  );
}

function StopButton({ app, run }: { app: string; run: string }) {
  const { chat } = useMessages();
  const stop = useStop(app);
  const stopping = stop.isPending || stop.isSuccess;
  return (
    <Button pill aria-disabled={stopping} onClick={() => stopping || stop.mutate(run)} icon={<Square aria-hidden size={14} />}>
      {stopping ? chat.stopping : chat.stop}
    </Button>
  );
}
