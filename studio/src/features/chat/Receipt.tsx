import type { ReactNode, Ref } from "react";
import type { Schemas } from "@/data/api";
import type { Turn } from "@/data/workspace";
import type { ApiState } from "@/domain/status";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";

interface Props {
  state: ApiState;
  usage: Schemas["RunUsage"] | null;
  outcome?: Outcome;
  ref?: Ref<HTMLElement>;
  children?: ReactNode;
}

type Outcome = "kept" | "takenBack" | "proposal" | "decided" | "nothing";

/**
 * What came of a turn that has ended, whether its proposal `waits`, and whether what it kept is `gone` since. Its stream knows
 * a moment before the list of turns does.
 */
export function outcome(turn: Pick<Turn, "revision_id" | "diff_id">, { waits, gone }: { waits: boolean; gone: boolean }): Outcome {
  if (turn.revision_id) return gone ? "takenBack" : "kept";
  if (!turn.diff_id) return "nothing";
  return waits ? "proposal" : "decided";
}

/** The last line of an entry: how it stands, what was kept, what it cost. While it works its stage is told above. */
export function Receipt({ state, usage, outcome, ref, children }: Props) {
  const { chat, locale } = useMessages();
  const count = new Intl.NumberFormat(locale, { notation: "compact" });
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 3 });
  return (
    <footer ref={ref} tabIndex={-1} aria-label={chat.receipt} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-sm text-sm text-muted">
      {state !== "running" && <StatusMark state={state} />}
      {outcome && <span>{chat[outcome]}</span>}
      {usage && usage.total_tokens > 0 && <span>{chat.tokens(count.format(usage.total_tokens))}</span>}
      {usage && (usage.cost_usd ?? 0) > 0 && <span>{money.format(usage.cost_usd ?? 0)}</span>}
      {usage?.model && <span className="font-mono text-xs">{usage.model}</span>}
      {children}
    </footer>
  );
}
