import { Plus } from "lucide-react";
import { useRef } from "react";
import { envField, MOST, valuesIn } from "@/domain/settings";
import { faultsOf, type Value } from "@/domain/values";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { Button } from "@/ui/Button";
import { ValueRow } from "@/ui/ValueRow";

/** What a build is given. It ends up in the page, so it is marked public; a change says that a build follows. */
export function EnvSection({ form: { form, set, fault, changed } }: { form: SettingsForm }) {
  const publish = usePublishWords();
  const words = useSettingsWords();
  const add = useRef<HTMLButtonElement>(null);
  const values = valuesIn(form.env);
  const faults = faultsOf(values);
  const refusal = fault("env");
  const write = (next: readonly Value[]) => set("env", envField(next));
  const remove = (at: number) => {
    write(values.toSpliced(at, 1));
    if (at === values.length - 1) add.current?.focus();
  };
  return (
    <Section title={words.env} text={publish.valuesText}>
      {values.map((row, at) => (
        <ValueRow key={at} row={row} fault={faults[at] ?? null} onChange={(part) => write(values.with(at, { ...row, ...part }))} onRemove={() => remove(at)} />
      ))}
      {refusal && (
        <p role="alert" className="text-sm [overflow-wrap:anywhere] text-bad">
          {refusal}
        </p>
      )}
      <Button
        ref={add}
        icon={<Plus aria-hidden size={16} strokeWidth={1.75} />}
        aria-disabled={values.length >= MOST.env}
        className="self-start"
        onClick={() => values.length < MOST.env && write([...values, { name: "", value: "" }])}
      >
        {publish.addValue}
      </Button>
      {changed.includes("env") && (
        <p role="status" className="rounded-md bg-warn-soft p-3 text-sm text-warn">
          {words.buildFollows}
        </p>
      )}
    </Section>
  );
}
