import { useState } from "react";
import { type PlanNode, usePlanning } from "@/data/planning";
import { detailOf } from "@/data/problem";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

const MOST = 2_000;

/** What a person says to the planner of a part of the plan. What is typed stays in this browser until it is saved. */
export function NodeComment({ app, node }: { app: string; node: PlanNode }) {
  const { comment: words } = useViewWords();
  const { changeNode } = usePlanning(app);
  const [typed, type] = useDraft(`comment.${node.id}`);
  const [isOpen, setOpen] = useState(typed !== "");
  const isLong = typed.length > MOST;
  const close = () => {
    type("");
    setOpen(false);
  };
  const save = () => isLong || changeNode.isPending || changeNode.mutate({ node: node.id, comment: typed.trim() }, { onSuccess: close });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.title}</h3>
      {node.comment && !isOpen && <blockquote className="rounded-md border-l-2 border-accent bg-surface p-3 text-sm [overflow-wrap:anywhere] whitespace-pre-line">{node.comment}</blockquote>}
      <p className="text-sm text-muted">
        {words.hint} {node.tasks.length > 0 && words.next}
      </p>
      {isOpen ? (
        <form
          ref={toField}
          noValidate
          aria-label={words.title}
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
          className="flex flex-col gap-2"
        >
          <TextField kind="lines" label={words.field} value={typed} onChange={type} fault={isLong ? words.tooLong : null} />
          {changeNode.isError && <Fault title={words.failed} detail={detailOf(changeNode.error)} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="main" pill aria-disabled={isLong || changeNode.isPending}>
              {changeNode.isPending ? words.saving : words.save}
            </Button>
            <Button look="quiet" onClick={close}>
              {words.cancel}
            </Button>
          </div>
        </form>
      ) : (
        <Button
          className="self-start"
          onClick={() => {
            type(node.comment);
            setOpen(true);
          }}
        >
          {node.comment ? words.change : words.add}
        </Button>
      )}
    </section>
  );
}

/** Who pressed the button types into the field that took its place. */
function toField(form: HTMLFormElement | null): void {
  arrive(form?.querySelector("textarea") ?? null);
}
