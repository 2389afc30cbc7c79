import { type ReactNode, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

interface Props {
  /** What the button does, and the second word for it. */
  label: string;
  /** What happens then; asked before it does. */
  question: ReactNode;
  busy: boolean;
  /** Whether something is taken away. */
  danger?: boolean;
  look?: "plain" | "quiet";
  onSure: () => void;
}

/** A button that asks once more, in its place. The safe answer has the focus, and the button gets it back. */
export function SureButton({ label, question, busy, danger, look = "plain", onSure }: Props) {
  const { common } = useMessages();
  const [asking, setAsking] = useState<"never" | "now" | "before">("never");
  if (asking !== "now") {
    return (
      <Button
        ref={(button) => {
          if (asking === "before" && document.activeElement === document.body) button?.focus();
        }}
        look={look}
        aria-disabled={busy}
        onClick={() => busy || setAsking("now")}
      >
        {label}
      </Button>
    );
  }
  const sure = () => {
    setAsking("before");
    onSure();
  };
  return (
    <div role="alertdialog" aria-label={label} className={`flex w-full flex-col gap-2 rounded-md p-3 text-sm ${danger ? "bg-bad-soft" : "bg-warn-soft"}`}>
      <div>{question}</div>
      <div className="flex flex-wrap gap-2">
        <Button ref={(button) => button?.focus()} onClick={() => setAsking("before")}>
          {common.cancel}
        </Button>
        <Button look={danger ? "danger" : "main"} onClick={sure}>
          {label}
        </Button>
      </div>
    </div>
  );
}
