import { AUTONOMY, REVIEW } from "@/domain/choices";
import { EVALUATOR } from "@/domain/settings";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { useMessages } from "@/messages/useMessages";
import { SelectField } from "@/ui/SelectField";

/** What waits for a person, and when. The sentence below each says what the chosen one does. */
export function WaySection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { settings } = useMessages();
  const words = useSettingsWords();
  const field = <N extends "autonomy_mode" | "review" | "evaluator">(name: N, said: Record<string, { name: string; text: string }>, names: readonly string[]) => (
    <SelectField
      label={{ ...settings, ...words }[name]}
      hint={said[form[name]]?.text}
      fault={fault(name)}
      value={form[name]}
      options={names.map((value) => ({ value, label: said[value]?.name ?? value }))}
      onChange={(value) => set(name, value)}
    />
  );
  return (
    <Section title={words.way} text={words.wayText}>
      {field("autonomy_mode", settings.autonomies, AUTONOMY)}
      {field("review", settings.reviews, REVIEW)}
      {field("evaluator", words.evaluators, EVALUATOR)}
    </Section>
  );
}
