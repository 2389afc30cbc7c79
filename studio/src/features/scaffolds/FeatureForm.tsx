import type { Scaffold } from "@/data/scaffolds";
import { FeatureFault } from "@/features/scaffolds/FeatureFault";
import { FeatureFields } from "@/features/scaffolds/FeatureFields";
import type { FeatureLeads } from "@/features/scaffolds/featureLeads";
import type { FeatureFormState } from "@/features/scaffolds/useFeatureForm";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { Button } from "@/ui/Button";
import { useFaultFocus } from "@/ui/useFaultFocus";

interface Props {
  scaffold: Scaffold;
  form: FeatureFormState;
  leads: FeatureLeads;
  onDone: () => void;
}

/** Has the feature proposed with what was typed; once it is proposed or there, its values are saved by themselves. */
export function FeatureForm({ scaffold, form, leads, onDone }: Props) {
  const words = useFeatureWords();
  const { form: fields, toFault } = useFaultFocus();
  const send = () => form.send({ onDone, onRefused: toFault });
  const missing = form.missing.map(({ label }) => label).join(", ");
  const label = form.isNew ? (form.isPending ? words.proposing : words.propose) : form.isPending ? words.saving : words.save;
  if (!form.isNew && scaffold.values.length === 0) return null;
  return (
    <form
      {...fields}
      noValidate
      aria-label={words.values}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-4"
    >
      <h3 className="font-sans font-semibold">{words.values}</h3>
      <FeatureFields scaffold={scaffold} form={form} />
      {form.isNew && missing && <p className="rounded-md bg-sunken p-3 text-sm">{words.without(missing)}</p>}
      {form.isWrong && (
        <p role="alert" className="text-sm font-semibold text-bad">
          {words.wrongs}
        </p>
      )}
      {form.failure && <FeatureFault error={form.failure} isNew={form.isNew} title={scaffold.title} leads={leads} onAgain={send} />}
      <div className="flex flex-col items-start gap-2">
        <Button type="submit" look="main" pill aria-disabled={form.isPending || (!form.isNew && !form.isChanged)}>
          {label}
        </Button>
        {form.isNew && <p className="text-sm text-muted">{scaffold.values.length > 0 ? words.keptValues : words.kept}</p>}
        <p role="status" className="text-sm text-ok">
          {form.isSaved && words.saved}
        </p>
      </div>
    </form>
  );
}
