import { type ReactNode, useState } from "react";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { arriveInForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";

interface Words {
  title: string;
  hint: ReactNode;
  /** Of the form; its field is called `field`. */
  form: string;
  field: string;
  tooLong: string;
  open: string;
  save: string;
  saving: string;
  cancel: string;
}

interface Props {
  words: Words;
  /** What is stored. */
  said: string;
  /** Where what is typed stays in this browser until it is saved. */
  draft: string;
  most: number;
  /** Whether the form stands there from the start, and takes no empty text. */
  asks?: boolean;
  quote: string;
  busy: boolean;
  fault: ReactNode;
  onSave: (text: string, saved: () => void) => void;
}

/** What a person says of a part of a plan: shown, and changed in a form in its place. */
export function NodeWords({ words, said, draft, most, asks = false, quote, busy, fault, onSave }: Props) {
  const [typed, type] = useDraft(draft);
  const [stands, setStands] = useState<"never" | "now" | "before">(typed ? "now" : "never");
  const isOpen = stands === "now";
  // What takes the place of the form takes its focus too.
  const landing = stands === "before" ? { ref: arrive } : {};
  const isLong = (asks ? typed.trim() : typed).length > most;
  const isIdle = isLong || busy || (asks && !typed.trim());
  const waits = asks && !said;
  const close = () => {
    type("");
    setStands("before");
  };
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.title}</h3>
      {said && !isOpen && <blockquote {...landing} tabIndex={-1} className={`rounded-md border-l-2 border-accent bg-surface p-3 [overflow-wrap:anywhere] whitespace-pre-line ${quote}`}>{said}</blockquote>}
      <p className="text-sm text-muted">{words.hint}</p>
      {waits || isOpen ? (
        <form
          noValidate
          ref={isOpen ? arriveInForm : undefined}
          aria-label={words.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (!isIdle) onSave(typed.trim(), close);
          }}
          className="flex flex-col gap-2"
        >
          <TextField kind="lines" label={words.field} value={typed} onChange={type} fault={isLong ? words.tooLong : null} />
          {fault}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" look="main" pill aria-disabled={isIdle}>
              {busy ? words.saving : words.save}
            </Button>
            {!waits && (
              <Button look="quiet" onClick={close}>
                {words.cancel}
              </Button>
            )}
          </div>
        </form>
      ) : (
        <Button
          {...landing}
          className="self-start"
          onClick={() => {
            type(said);
            setStands("now");
          }}
        >
          {words.open}
        </Button>
      )}
    </section>
  );
}
