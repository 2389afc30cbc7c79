import { useState } from "react";
import { detailOf } from "@/data/problem";
import { type PlanNode, usePlanning } from "@/data/planning";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

const MOST = 300;

/** What the text leaves open, and what a person says to it. What is typed stays in this browser until it is taken. */
export function NodeQuestion({ app, node }: { app: string; node: PlanNode }) {
  const words = useNeedWords();
  const { changeNode } = usePlanning(app);
  const [typed, type] = useDraft(`answer.${node.id}`);
  const [isOpen, setOpen] = useState(typed !== "");
  const isLong = typed.trim().length > MOST;
  const isIdle = !typed.trim() || isLong || changeNode.isPending;
  const close = () => {
    type("");
    setOpen(false);
  };
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{node.answer ? words.answered : words.question}</h3>
      {node.answer && !isOpen && <blockquote className="rounded-md border-l-2 border-accent bg-surface p-3 [overflow-wrap:anywhere] whitespace-pre-line">{node.answer}</blockquote>}
      <p className="text-sm text-muted">{words.questionHint}</p>
      {!node.answer || isOpen ? (
        <form
          noValidate
          ref={isOpen ? toField : undefined}
          aria-label={words.yours}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isIdle) changeNode.mutate({ node: node.id, answer: typed.trim() }, { onSuccess: close });
          }}
          className="flex flex-col gap-2"
        >
          <TextField kind="lines" label={words.yours} value={typed} onChange={type} fault={isLong ? words.tooLong : null} />
          {changeNode.isError && <Fault title={words.answerFailed} detail={detailOf(changeNode.error)} />}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="main" pill aria-disabled={isIdle}>
              {changeNode.isPending ? words.saving : words.answer}
            </Button>
            {node.answer && (
              <Button look="quiet" onClick={close}>
                {words.cancel}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <Button
          className="self-start"
          onClick={() => {
            type(node.answer);
            setOpen(true);
          }}
        >
          {words.again}
        </Button>
      )}
    </section>
  );
}

/** Who pressed the button types into the field that took its place. */
function toField(form: HTMLFormElement | null): void {
  arrive(form?.querySelector("textarea") ?? null);
}
