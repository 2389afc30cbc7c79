import { useState } from "react";
import { useProposing } from "@/data/planning";
import { detailOf, findingsOf } from "@/data/problem";
import { capOf } from "@/domain/planning";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { gone, useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

const KINDS = ["ADJUST_PLAN", "UPDATE_REQUIREMENTS"] as const;

/** What should be otherwise, and how much it may cost to have it proposed. What is typed stays in this browser. */
export function AskForm({ app, blueprint }: { app: string; blueprint: string }) {
  const { ask: words } = useReviewWords();
  const { job, views } = useViewWords();
  const { propose } = useProposing(app, blueprint);
  const [message, say] = useDraft(`plan.ask.${blueprint}`);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("ADJUST_PLAN");
  const [cap, setCap] = useState("1");
  const [isTried, setTried] = useState(false);
  const most = capOf(cap);
  const send = () => {
    setTried(true);
    if (message.trim() === "" || most === null || propose.isPending) return;
    propose.mutate({ message: message.trim(), kind, max_dollars: most }, { onSuccess: () => (say(gone(message)), setTried(false)) });
  };
  return (
    <form
      noValidate
      aria-label={views.ask}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3"
    >
      <TextField kind="lines" label={words.field} hint={words.example} value={message} onChange={say} fault={isTried && !message.trim() ? words.missing : null} />
      <Choice label={words.kind} value={kind} options={KINDS.map((value) => ({ value, label: words.kinds[value] }))} onChoose={setKind} shown />
      <TextField kind="number" label={job.cap} value={cap} onChange={setCap} fault={most === null ? job.capWrong : null} />
      {propose.isError && <Fault title={words.failed} detail={detailOf(propose.error)} findings={findingsOf(propose.error)} />}
      <Button type="submit" look="main" pill className="self-start" aria-disabled={propose.isPending}>
        {propose.isPending ? words.sending : words.send}
      </Button>
    </form>
  );
}
