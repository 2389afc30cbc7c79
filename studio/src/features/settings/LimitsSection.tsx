import { BOUNDS, type Limit, LIMITS } from "@/domain/settings";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { useMessages } from "@/messages/useMessages";
import { TextField } from "@/ui/TextField";

/** What one run may spend before it is stopped. */
export function LimitsSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { locale } = useMessages();
  const words = useSettingsWords();
  const count = new Intl.NumberFormat(locale);
  const range = (name: Limit) => {
    const { least, most } = BOUNDS[name];
    return least > 0 ? words.range(count.format(least), count.format(most)) : words.upTo(count.format(most));
  };
  return (
    <Section title={words.limits} text={words.limitsText}>
      <div className="grid gap-4 md:grid-cols-2">
        {LIMITS.map((name) => (
          <TextField
            key={name}
            kind="number"
            label={words.limitNames[name]}
            hint={range(name)}
            fault={fault(`limits.${name}`)}
            placeholder={words.usual}
            value={form[`limits.${name}`]}
            onChange={(said) => set(`limits.${name}`, said)}
          />
        ))}
      </div>
    </Section>
  );
}
