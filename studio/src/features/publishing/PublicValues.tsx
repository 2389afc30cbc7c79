import { Plus } from "lucide-react";
import { type Ref, useState } from "react";
import type { App } from "@/data/apps";
import { detailOf, findingsOf } from "@/data/problem";
import { useSaveValues } from "@/data/publishing";
import { envOf, faultsOf, type Value, valuesOf } from "@/domain/values";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { ValueRow } from "@/ui/ValueRow";

interface Props {
  app: App;
  /** Names that a row is wanted for. */
  wanted?: readonly string[];
  box?: Ref<HTMLDetailsElement>;
}

/** What a build is given. It ends up in the page, so it is said to be public; a change builds the draft again. */
export function PublicValues({ app, wanted = [], box }: Props) {
  const publish = usePublishWords();
  const stored = valuesOf(app.settings.env);
  const [values, setValues] = useState(() => withNames(stored, wanted));
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
    <details ref={box} className="text-sm">
      <summary className="w-fit cursor-pointer font-semibold max-md:py-3">{publish.values(stored.length)}</summary>
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

/** The values with an empty row for each name that is not among them; null where that is nothing new. */
function withNames(stored: readonly Value[], names: readonly string[]): readonly Value[] | null {
  const missing = names.filter((name) => !stored.some((value) => value.name === name));
  return missing.length ? [...stored, ...missing.map((name) => ({ name, value: "" }))] : null;
}
