import { detailOf } from "@/data/problem";
import type { RepairState } from "@/data/repair";
import { useTimeTravel } from "@/data/revisions";
import { spent } from "@/domain/repairing";
import { Panel } from "@/features/feedback/Panel";
import type { RepairProps } from "@/features/feedback/repairProps";
import { useMoney } from "@/features/feedback/useMoney";
import { useTrouble } from "@/features/feedback/useTrouble";
import { useMend } from "@/messages/mend/useMend";
import { Button } from "@/ui/Button";
import { SureButton } from "@/ui/SureButton";

interface Props extends RepairProps {
  state: RepairState;
  onQuiet: () => void;
}

/** Two repairs have not helped: what they cost, and three ways on, none of which spends anything by itself. */
export function Choices({ workspace: { app }, brief, onSay, state, onQuiet }: Props) {
  const mend = useMend();
  const money = useMoney();
  const { restore } = useTimeTravel(app.id);
  const { title, findings, full, say } = useTrouble(app.id, state.trouble, onSay);
  const good = state.last_good_revision_id;
  const cost = spent(state.attempts);
  const told = brief && state.trouble?.kind === "build";
  const notes = [told ? "" : title, good ? "" : mend.noGood, restore.isError ? `${mend.restoreFailed} ${detailOf(restore.error)}` : "", full ? mend.full : ""];
  return (
    <Panel
      tone="bad"
      title={cost ? mend.twice(money(cost)) : mend.twiceFree}
      text={notes.filter(Boolean).join(" ")}
      found={mend.findings}
      findings={told ? [] : findings}
      actions={
        <>
          {good && <SureButton label={mend.restore} question={mend.restoreText} busy={restore.isPending} onSure={() => restore.mutate(good)} />}
          <Button onClick={say}>{mend.say}</Button>
          <Button look="quiet" onClick={onQuiet}>
            {mend.quiet}
          </Button>
        </>
      }
    />
  );
}
