import { spanOf } from "@/domain/span";
import { useMessages } from "@/messages/useMessages";
import type { RunView } from "@/run/view";
import { StatusMark } from "@/ui/StatusMark";
import { useSeconds } from "@/ui/useSeconds";

const BY_MODEL: ReadonlySet<string> = new Set(["plan", "inspect", "edit", "evaluate", "repair"]);
const LONG_SECONDS = 60;

/**
 * What a run is at: under a second nothing, then that it works, from three the stage with its seconds, from ten that one
 * may leave, from a minute of the same stage that a model's answer can take that long.
 */
export function StageLine({ view }: { view: Pick<RunView, "stage" | "stageAt" | "startedAt"> }) {
  const { stages, turn, chat, locale } = useMessages();
  const [whole, since] = [useSeconds(view.startedAt), useSeconds(view.stageAt)];
  const word = whole < 3 ? chat.working : stages[view.stage];
  return (
    <p className="flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-muted">
      {whole >= 1 && <StatusMark state="running" stage={word} />}
      {since >= 3 && <span className="tabular-nums">{spanOf(since, locale)}</span>}
      {whole - since >= 30 && <span className="tabular-nums">{turn.inAll(spanOf(whole, locale))}</span>}
      {whole >= 10 && <span>{turn.youMayLeave}</span>}
      {since >= LONG_SECONDS && BY_MODEL.has(view.stage) && <span className="basis-full">{turn.takesLong}</span>}
    </p>
  );
}
