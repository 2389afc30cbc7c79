import { useRef } from "react";
import type { Workspace } from "@/data/workspace";
import { AgentSection } from "@/features/settings/AgentSection";
import { ChecksSection } from "@/features/settings/ChecksSection";
import { EnvSection } from "@/features/settings/EnvSection";
import { LineSection } from "@/features/settings/LineSection";
import { LimitsSection } from "@/features/settings/LimitsSection";
import { ModelsSection } from "@/features/settings/ModelsSection";
import { SaveBar } from "@/features/settings/SaveBar";
import { useSettingsForm } from "@/features/settings/useSettingsForm";
import { WaySection } from "@/features/settings/WaySection";
import { useMessages } from "@/messages/useMessages";

/** What a person may set about an app, in one form. Nothing is saved before the one button is pressed; its packages have a way of their own. */
export function SettingsPane({ workspace }: { workspace: Workspace }) {
  const { settings } = useMessages();
  const fields = useRef<HTMLDivElement>(null);
  const form = useSettingsForm(workspace.app);
  return (
    <form
      aria-label={settings.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.wrong) toFault(fields.current);
        else if (form.changed.length && !form.save.isPending) form.send();
      }}
      className="flex h-full flex-col"
    >
      <div ref={fields} className="min-h-0 grow overflow-y-auto">
        <div className="mx-auto flex max-w-[720px] flex-col divide-y divide-line px-4 md:px-6">
          <AgentSection form={form} />
          <WaySection form={form} />
          <ChecksSection form={form} />
          <LimitsSection form={form} />
          <ModelsSection form={form} />
          <EnvSection form={form} />
          <LineSection app={workspace.app.id} draft={workspace.draft.id} />
        </div>
      </div>
      <SaveBar form={form} onFault={() => toFault(fields.current)} />
    </form>
  );
}

/** To the first field that cannot be saved so. */
function toFault(fields: HTMLElement | null): void {
  fields?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
}
