import { type ReactNode, useState } from "react";
import type { Estimate } from "@/domain/planning";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { CapLine } from "@/ui/CapLine";
import { useCap } from "@/ui/useCap";

interface Props {
  /** What the button does, what happens then, and the second word for it. */
  label: string;
  text: ReactNode;
  sure: string;
  estimate: Estimate | null | undefined;
  busy: boolean;
  onSure: (dollars: number) => void;
}

/** A button for what a model is paid for: asked once more, with what it costs and where it stops. */
export function AskCap({ label, text, sure, estimate, busy, onSure }: Props) {
  const { common } = useMessages();
  const [asking, setAsking] = useState<"never" | "now" | "before">("never");
  const cap = useCap(estimate);
  const { most } = cap;
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
        <CapLine estimate={estimate} cap={cap} />
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
