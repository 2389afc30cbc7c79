import { detailOf } from "@/data/problem";
import { type RepairState, useRepair } from "@/data/repair";
import { count } from "@/domain/amounts";
import { spent } from "@/domain/repairing";
import { Panel } from "@/features/feedback/Panel";
import type { RepairProps } from "@/features/feedback/repairProps";
import { useMoney } from "@/features/feedback/useMoney";
import { useTrouble } from "@/features/feedback/useTrouble";
import { useMend } from "@/messages/mend/useMend";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

/** One button repairs it, with what that may use beside it; after one that did not help, with what that has cost. */
export function Offer({ workspace: { app }, brief, onChat, onSay, state }: RepairProps & { state: RepairState }) {
  const mend = useMend();
  const { locale } = useMessages();
  const money = useMoney();
  const { ask, busy, error } = useRepair(app.id, (run) => onChat(run.conversation_id));
  const { title, findings, full, say } = useTrouble(app.id, state.trouble, onSay);
  const last = state.attempts.at(-1);
  const cost = spent(state.attempts);
  const tried = last ? `${cost ? mend.once(money(cost)) : mend.onceFree}${last.stopped ? ` ${mend.stopped}` : ""}` : "";
  const told = brief && state.trouble?.kind === "build";
  const notes = [!told && last ? tried : "", !told && !last ? mend.live : "", error ? `${mend.notBegun} ${detailOf(error)}` : "", full ? mend.full : ""];
  return (
    <Panel
      tone="bad"
      title={told ? tried : title}
      text={notes.filter(Boolean).join(" ")}
      found={mend.findings}
      findings={told ? [] : findings}
      actions={
        <>
          <Button look="main" aria-disabled={busy} onClick={ask}>
            {last ? mend.again : mend.fix}
          </Button>
          <Button look="quiet" onClick={say}>
            {mend.say}
          </Button>
          <span className="text-ink">{mend.bound(money(state.bounds.dollars), count(state.bounds.model_calls, locale))}</span>
        </>
      }
    />
  );
}
