import { useEffect, useState } from "react";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { type PlanNode, usePlanning } from "@/data/planning";
import { faultsIn, linesOf, type PartWords } from "@/domain/partWords";
import { useEditWords } from "@/messages/planning/edit/useEditWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";
import { useFaultFocus } from "@/ui/useFaultFocus";

interface Props {
  app: string;
  node: PlanNode;
  written: PartWords;
  onWrite: (written: PartWords) => void;
  onClose: () => void;
}

/** The words of a part of a plan as a person wants them. Only what differs is sent, and only over the part as it was read. */
export function NodeEdit({ app, node, written, onWrite, onClose }: Props) {
  const words = useEditWords();
  const { changeNode } = usePlanning(app);
  const { form, toFault } = useFaultFocus();
  const [isTried, setTried] = useState(false);
  const { title, summary, done, version } = written;
  const faults = faultsIn(written);
  const clashes = codeOf(changeNode.error) === "STATE_CONFLICT";
  useEffect(() => form.ref.current?.querySelector<HTMLElement>("input")?.focus(), []);
  const send = () => {
    setTried(true);
    if (faults.title || faults.summary || faults.done) return toFault();
    if (changeNode.isPending) return;
    const said = { title: title.trim(), summary: summary.trim(), acceptance: linesOf(done) };
    changeNode.mutate({ node: node.id, ...said, version: clashes ? node.version : version }, { onSuccess: onClose });
  };
  return (
    <form
      {...form}
      noValidate
      aria-label={words.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3 rounded-md border border-edge bg-surface p-4"
    >
      <h2 className="text-lg">{words.form}</h2>
      <p className="text-sm text-muted">{words.lead}</p>
      <TextField label={words.title} value={title} onChange={(to) => onWrite({ ...written, title: to })} fault={isTried && faults.title ? words.faults[faults.title] : null} />
      <TextField kind="lines" label={words.summary} value={summary} onChange={(to) => onWrite({ ...written, summary: to })} fault={isTried && faults.summary ? words.faults[faults.summary] : null} />
      <TextField kind="lines" label={words.done} hint={words.doneHint} value={done} onChange={(to) => onWrite({ ...written, done: to })} fault={isTried && faults.done ? words.faults[faults.done] : null} />
      {changeNode.isError && <Fault title={clashes ? words.clash : words.failed} {...(clashes ? {} : { detail: detailOf(changeNode.error), findings: findingsOf(changeNode.error) })} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" pill aria-disabled={changeNode.isPending}>
          {changeNode.isPending ? words.saving : words.save}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
