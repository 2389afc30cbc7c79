import { spanOf } from "@/domain/span";
import { useMessages } from "@/messages/useMessages";
import { doingLine, doingOf, isByModel } from "@/run/doing";
import type { RunView } from "@/run/view";
import { StatusMark } from "@/ui/StatusMark";
import { useSeconds } from "@/ui/useSeconds";

const LONG_SECONDS = 60;

/**
 * What a run is at: under a second nothing, then that it works, from three what it does with its seconds, from ten that one
 * may leave, from a minute of the same that a model's answer can take that long.
 */
export function StageLine({ view }: { view: Pick<RunView, "entries" | "answering" | "stage" | "stageAt" | "startedAt"> }) {
  const words = useMessages();
  const { turn, chat, locale } = words;
  const doing = doingOf(view);
  const [whole, since] = [useSeconds(view.startedAt), useSeconds(doing.since)];
  const word = whole < 3 ? chat.working : doingLine(doing, words);
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-muted">
      {whole >= 1 && <StatusMark state="running" stage={word} />}
      {since >= 3 && <span className="tabular-nums">{spanOf(since, locale)}</span>}
      {whole - since >= 30 && <span className="tabular-nums">{turn.inAll(spanOf(whole, locale))}</span>}
      {whole >= 10 && <span>{turn.youMayLeave}</span>}
      {since >= LONG_SECONDS && isByModel(doing) && <span className="basis-full">{turn.takesLong}</span>}
    </p>
  );
}
