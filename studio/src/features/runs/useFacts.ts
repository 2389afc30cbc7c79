import type { Run } from "@/data/runs";
import { useIsMe } from "@/data/tenant";
import { dollars, lasted } from "@/domain/amounts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";

/** The facts of a run as its list and its page show them, in the person's language. */
export function useFacts(run: Run) {
  const { locale, product } = useMessages();
  const { runs } = useWork();
  const isMe = useIsMe();
  const began = run.started_at ?? run.created_at;
  return {
    title: run.message.trim().split("\n", 1)[0] || run.id.slice(-6),
    by: run.started_by === "manager" ? (run.task_id ? runs.manager : product) : isMe(run.created_by) ? runs.you : run.created_by,
    at: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(run.created_at)),
    lasted: run.finished_at ? lasted(Date.parse(run.finished_at) - Date.parse(began) - run.waited_seconds * 1000, locale) : "",
    cost: run.usage.cost_usd === null ? runs.noPrice : isUnknownYet(run) ? "" : dollars(run.usage.cost_usd ?? 0, locale),
  };
}

/** While a run works nothing has been counted yet: that is no price of zero. */
function isUnknownYet({ finished_at: end, usage }: Run): boolean {
  return !end && !usage.cost_usd;
}
