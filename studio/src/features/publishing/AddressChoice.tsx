import { use, useRef, useState } from "react";
import type { App } from "@/data/apps";
import { codeOf } from "@/data/problem";
import { useSaveSlug } from "@/data/publishing";
import { SessionContext } from "@/data/session";
import { isSlug, slugSuggested, slugTyped } from "@/domain/slug";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { intoForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";

/** Where an app that is not online will be, and the way to choose that. Once it was online its address stays. */
export function AddressChoice({ app }: { app: App }) {
  const publish = usePublishWords();
  const { common } = useMessages();
  const isLocal = use(SessionContext)?.local;
  const [typed, setTyped] = useState<string | null>(null);
  const save = useSaveSlug(app.id);
  const opener = useRef<HTMLButtonElement>(null);
  const leave = () => {
    save.reset();
    setTyped(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const may = typed !== null && isSlug(typed) && typed !== app.slug && !save.isPending;
  const fault = save.isError ? publish.addressFaults[faultOf(codeOf(save.error))] : null;
  return (
    <section aria-label={publish.address} className="flex flex-col gap-3">
      <p>
        {publish.notLive(app.slug)}{" "}
        {typed === null && (
          <Button ref={opener} look="quiet" className="px-0! text-sm underline md:min-h-8!" onClick={() => setTyped(slugSuggested(app))}>
            {publish.chooseAddress}
          </Button>
        )}
      </p>
      {isLocal && (
        <p className="text-sm text-muted">
          {publish.hereOnly} {publish.forAll}
        </p>
      )}
      {typed !== null && (
        <form
          ref={intoForm}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (may) save.mutate(typed, { onSuccess: leave });
          }}
          className="flex flex-col gap-3 rounded-md bg-sunken p-4"
        >
          <TextField label={publish.addressLabel} hint={publish.addressHint} fault={fault} value={typed} onChange={(words) => setTyped(slugTyped(words))} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" aria-disabled={!may}>
              {save.isPending ? publish.savingAddress : publish.saveAddress}
            </Button>
            <Button look="quiet" onClick={leave}>
              {common.cancel}
            </Button>
          </div>
        </form>
      )}
    </section>
  );
}

function faultOf(code: string | null): "taken" | "fixed" | "unfit" | "failed" {
  if (code === "SLUG_TAKEN") return "taken";
  if (code === "ALREADY_PUBLISHED") return "fixed";
  return code === "VALIDATION_FAILED" ? "unfit" : "failed";
}
