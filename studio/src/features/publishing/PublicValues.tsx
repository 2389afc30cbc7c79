import { Plus } from "lucide-react";
import { useState } from "react";
import type { App } from "@/data/apps";
import { detailOf, findingsOf } from "@/data/problem";
import { useSaveValues } from "@/data/publishing";
import { envOf, faultsOf, type Value, valuesOf } from "@/domain/values";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { ValueRow } from "@/ui/ValueRow";

/** What a build is given. It ends up in the page, so it is said to be public; a change builds the draft again. */
export function PublicValues({ app }: { app: App }) {
  const { publish } = useMessages();
  const stored = valuesOf(app.settings.env);
  const [values, setValues] = useState<readonly Value[] | null>(null);
  const save = useSaveValues(app);
  const rows = values ?? stored;
  const faults = faultsOf(rows);
  const wrong = faults.some((fault) => fault !== null);
  const changed = JSON.stringify(envOf(rows)) !== JSON.stringify(envOf(stored)) || wrong;
  const change = (at: number, part: Partial<Value>) => setValues(rows.map((row, each) => (each === at ? { ...row, ...part } : row)));
  const keep = () => {
    if (!wrong && !save.isPending) save.mutate(envOf(rows), { onSuccess: () => setValues(null) });
  };
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer font-semibold max-md:py-2">{publish.values(stored.length)}</summary>
      <div className="mt-2 flex flex-col gap-3">
        <p className="text-muted">{publish.valuesText}</p>
        {rows.map((row, at) => (
          <ValueRow key={at} row={row} fault={faults[at] ?? null} onChange={(part) => change(at, part)} onRemove={() => setValues(rows.toSpliced(at, 1))} />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button icon={<Plus aria-hidden size={16} />} onClick={() => setValues([...rows, { name: "", value: "" }])}>
            {publish.addValue}
          </Button>
          {changed && (
            <Button look="main" aria-disabled={wrong || save.isPending} onClick={keep}>
              {save.isPending ? publish.savingValues : publish.saveValues}
            </Button>
          )}
        </div>
        {save.isError && <Fault title={publish.valuesFailed} detail={detailOf(save.error)} findings={findingsOf(save.error)} />}
      </div>
    </details>
  );
}
