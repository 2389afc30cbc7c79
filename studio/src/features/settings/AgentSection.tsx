import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useMessages } from "@/messages/useMessages";
import { TextField } from "@/ui/TextField";

/** What the app is called, and what the agent is told with every message. */
export function AgentSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { settings } = useMessages();
  return (
    <Section title={settings.agent} text={settings.agentText}>
      <TextField label={settings.name} hint={settings.nameHint} fault={fault("name")} value={form.name} onChange={(said) => set("name", said)} />
      <TextField
        kind="lines"
        label={settings.instructions}
        hint={settings.instructionsHint}
        fault={fault("instructions")}
        placeholder={settings.instructionsSample}
        value={form.instructions}
        onChange={(said) => set("instructions", said)}
      />
      <TextField kind="lines" label={settings.note} hint={settings.noteHint} fault={fault("pinned_note")} value={form.pinned_note} onChange={(said) => set("pinned_note", said)} />
    </Section>
  );
}
