import { useState } from "react";
import { dollars } from "@/domain/amounts";
import type { Estimate } from "@/domain/planning";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { intoForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";
import type { Cap } from "@/ui/useCap";

/** About what it costs and at how much it stops, which is changed behind a button; or that no price is known. */
export function CapLine({ estimate, cap: { typed, most, onType } }: { estimate: Estimate | null | undefined; cap: Cap }) {
  const { locale } = useMessages();
  const { job: words } = useViewWords();
  const [open, setOpen] = useState(false);
  if (estimate === undefined) return null;
  if (estimate === null) return <p className="text-sm text-muted">{words.unpriced}</p>;
  if (estimate.cost === 0) return <p className="text-sm text-muted">{words.free}</p>;
  return (
    <div className="flex min-w-0 flex-col gap-2 text-sm">
      <p>
        {words.about(dollars(estimate.cost, locale), most === null ? "?" : dollars(most, locale))}{" "}
        {!open && (
          <button type="button" onClick={() => setOpen(true)} className="rounded-sm text-accent underline max-md:min-h-11">
            {words.changeCap}
          </button>
        )}
      </p>
      {open && (
        <div ref={intoForm}>
          <TextField kind="number" label={words.cap} value={typed} onChange={onType} fault={most === null ? words.capWrong : null} />
        </div>
      )}
    </div>
  );
}
