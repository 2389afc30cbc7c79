import { BOUNDS, type Limit, LIMITS } from "@/domain/settings";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useMessages } from "@/messages/useMessages";
import { TextField } from "@/ui/TextField";

/** What one run may spend before it is stopped. */
export function LimitsSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { settings, locale } = useMessages();
  const count = new Intl.NumberFormat(locale);
  const range = (name: Limit) => {
    const { least, most } = BOUNDS[name];
    return least > 0 ? settings.range(count.format(least), count.format(most)) : settings.upTo(count.format(most));
  };
  return (
    <Section title={settings.limits} text={settings.limitsText}>
      <div className="grid gap-4 md:grid-cols-2">
        {LIMITS.map((name) => (
          <TextField
            key={name}
            kind="number"
            label={settings.limitNames[name]}
            hint={range(name)}
            fault={fault(`limits.${name}`)}
            placeholder={settings.usual}
            value={form[`limits.${name}`]}
            onChange={(said) => set(`limits.${name}`, said)}
          />
        ))}
      </div>
    </Section>
  );
}
