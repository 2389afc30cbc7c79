import { type ReactNode, useState } from "react";
import { CAP_FIRST, capOf } from "@/domain/planning";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/TextField";

interface Props {
  /** What the button does, what happens then, and the second word for it. */
  label: string;
  text: ReactNode;
  sure: string;
  busy: boolean;
  onSure: (dollars: number) => void;
}

/** A button for what a model is paid for: asked once more, with the most that it may cost. */
export function AskCap({ label, text, sure, busy, onSure }: Props) {
  const { common } = useMessages();
  const { job: words } = useViewWords();
  const [asking, setAsking] = useState<"never" | "now" | "before">("never");
  const [typed, type] = useState(CAP_FIRST);
  const most = capOf(typed);
  if (asking !== "now") {
    return (
      <Button
        ref={(button) => {
          if (asking === "before" && document.activeElement === document.body) button?.focus();
        }}
        aria-disabled={busy}
        onClick={() => busy || setAsking("now")}
      >
        {label}
      </Button>
    );
  }
  return (
    <div role="alertdialog" aria-label={label} className="w-full rounded-md bg-warn-soft p-3 text-sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (most === null) return;
          setAsking("before");
          onSure(most);
        }}
        className="flex flex-col gap-2"
      >
        <p>{text}</p>
        <TextField kind="number" label={words.cap} value={typed} onChange={type} fault={most === null ? words.capWrong : null} />
        <div className="flex flex-wrap gap-2">
          <Button ref={focus} onClick={() => setAsking("before")}>
            {common.cancel}
          </Button>
          <Button type="submit" look="main" aria-disabled={most === null}>
            {sure}
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Once, when it comes: the same function each time, so that who types keeps the focus. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
