import { useState } from "react";
import { detailOf } from "@/data/problem";
import { type Me, type NewApiKey, useKeys } from "@/data/tenant";
import { NewKey } from "@/features/tenant/NewKey";
import { useWork } from "@/messages/work/useWork";
import { gone, useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";

const SPANS = ["never", 30, 90, 365] as const;
const DAY_MS = 86_400_000;
const NAME_MOST = 100;

/** Makes a key with some of what its maker may do. Its secret is shown once. */
export function KeyForm({ me }: { me: Me }) {
  const { tenant } = useWork();
  const { create } = useKeys();
  const [name, setName] = useDraft("key.name");
  const [scopes, setScopes] = useState<readonly Me["scopes"][number][]>(["apps:read"]);
  const [span, setSpan] = useState<string>("90");
  const [tried, setTried] = useState(false);
  const [made, setMade] = useState<NewApiKey | null>(null);
  const fits = name.trim() !== "" && name.trim().length <= NAME_MOST && scopes.length > 0;
  if (made) return <NewKey made={made} onDone={() => setMade(null)} />;
  const send = () => {
    setTried(true);
    if (!fits || create.isPending) return;
    const expires = span === "never" ? null : new Date(Date.now() + Number(span) * DAY_MS).toISOString();
    const settle = (key: NewApiKey) => {
      setMade(key);
      setName(gone(name));
      setTried(false);
      create.reset();
    };
    create.mutate({ name: name.trim(), scopes: [...scopes], expires_at: expires }, { onSuccess: settle });
  };
  return (
    <form
      aria-label={tenant.create}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4"
    >
      <TextField label={tenant.name} hint={tenant.nameHint} fault={tried && !name.trim() ? tenant.nameMissing : null} value={name} onChange={(words) => setName(words.slice(0, NAME_MOST))} placeholder="CI" />
      <fieldset className="flex flex-col gap-1">
        <legend className="text-sm font-semibold">{tenant.rights}</legend>
        <div className="flex flex-wrap gap-x-5">
          {me.scopes.map((scope) => (
            <label key={scope} className="flex min-h-9 items-center gap-2 max-md:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={scopes.includes(scope)}
                onChange={(event) => setScopes(event.target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
              />
              {tenant.scopes[scope]}
            </label>
          ))}
        </div>
        {scopes.length === 0 && (
          <p role="alert" className="text-sm text-bad">
            {tenant.rightsMissing}
          </p>
        )}
      </fieldset>
      <SelectField label={tenant.expires} value={span} options={SPANS.map((value) => ({ value: String(value), label: tenant.spans[value] }))} onChange={setSpan} />
      {create.isError && <Fault title={tenant.createFailed} detail={detailOf(create.error)} />}
      <div>
        <Button look="main" pill type="submit" aria-disabled={create.isPending || (tried && !fits)}>
          {create.isPending ? tenant.creating : tenant.create}
        </Button>
      </div>
    </form>
  );
}
