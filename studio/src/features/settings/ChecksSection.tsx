import { DEMANDS, GATES } from "@/domain/settings";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { useMessages } from "@/messages/useMessages";
import { SelectField } from "@/ui/SelectField";

/** What a check that fails does to a change of the agent. */
export function ChecksSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { changes } = useMessages();
  const words = useSettingsWords();
  const options = DEMANDS.map((value) => ({ value, label: words.demands[value] }));
  return (
    <Section title={words.checks} text={words.checksText}>
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-4">
        {GATES.map((gate) => (
          <SelectField
            key={gate}
            label={changes.parts[gate]}
            fault={fault(`gates.${gate}`)}
            value={form[`gates.${gate}`]}
            options={options}
            onChange={(value) => set(`gates.${gate}`, value)}
          />
        ))}
      </div>
    </Section>
  );
}
