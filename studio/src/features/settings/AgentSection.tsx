import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { TextField } from "@/ui/TextField";

/** What the app is called, and what the agent is told with every message. */
export function AgentSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const words = useSettingsWords();
  return (
    <Section title={words.agent} text={words.agentText}>
      <TextField label={words.name} hint={words.nameHint} fault={fault("name")} value={form.name} onChange={(said) => set("name", said)} />
      <TextField
        kind="lines"
        label={words.instructions}
        hint={words.instructionsHint}
        fault={fault("instructions")}
        placeholder={words.instructionsSample}
        value={form.instructions}
        onChange={(said) => set("instructions", said)}
      />
      <TextField kind="lines" label={words.note} hint={words.noteHint} fault={fault("pinned_note")} value={form.pinned_note} onChange={(said) => set("pinned_note", said)} />
    </Section>
  );
}
