import type { RepairState } from "@/data/repair";
import { useStop } from "@/data/workspace";
import { count, share } from "@/domain/amounts";
import { Panel } from "@/features/feedback/Panel";
import { useMoney } from "@/features/feedback/useMoney";
import { useMend } from "@/messages/mend/useMend";
import { useMessages } from "@/messages/useMessages";
import { doingOf, doingWord } from "@/run/doing";
import { useRun } from "@/run/useRun";
import { Button } from "@/ui/Button";
import { Meter } from "@/ui/Meter";
import { StatusMark } from "@/ui/StatusMark";

interface Props {
  app: string;
  run: string;
  bounds: RepairState["bounds"];
  onChat: (chat: string) => void;
}

/** A repair at work: its stage, its steps and dollars so far beside what it may use, and the way to stop it. */
export function RepairProgress({ app, run, bounds, onChat }: Props) {
  const mend = useMend();
  const words = useMessages();
  const { locale } = words;
  const money = useMoney();
  const { view } = useRun(app, run);
  const stop = useStop(app);
  const calls = view.usage?.model_calls ?? 0;
  const cost = view.usage?.cost_usd ?? 0;
  const used = mend.used(count(calls, locale), count(bounds.model_calls, locale), money(cost), money(bounds.dollars));
  const part = Math.max(share(calls, bounds.model_calls), share(cost, bounds.dollars));
  return (
    <Panel
      title={mend.working}
      actions={
        <>
          <StatusMark state="running" stage={doingWord(doingOf(view), words)} />
          <span className="min-w-0">{used}</span>
          <div className="w-full">
            <Meter label={mend.usedPart} share={part} words={used} />
          </div>
          <Button aria-disabled={stop.isPending || stop.isSuccess} onClick={() => stop.isPending || stop.isSuccess || stop.mutate(run)}>
            {stop.isPending || stop.isSuccess ? mend.stopping : mend.stop}
          </Button>
          {view.conversationId && (
            <Button look="quiet" onClick={() => view.conversationId && onChat(view.conversationId)}>
              {mend.watch}
            </Button>
          )}
        </>
      }
    />
  );
}
