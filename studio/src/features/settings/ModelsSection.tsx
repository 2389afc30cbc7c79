import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { type Model, modelsQuery } from "@/data/models";
import { meQuery } from "@/data/tenant";
import { type Mode, MODES } from "@/domain/choices";
import { Section } from "@/features/settings/Section";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import type { SettingsWords } from "@/messages/settings/en";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { type Messages, useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";

const ConnectionTest = lazy(() => import("@/features/settings/ConnectionTest").then((loaded) => ({ default: loaded.ConnectionTest })));

/** Which model answers in which mode, and the hosts that the agent may ask without a person's word. */
export function ModelsSection({ form: { form, set, fault } }: { form: SettingsForm }) {
  const { settings, common } = useMessages();
  const words = useSettingsWords();
  const api = useApi();
  const query = useQuery(modelsQuery(api));
  const isAdmin = useQuery(meQuery(api)).data?.scopes.includes("admin");
  const models = query.data ?? [];
  return (
    <>
      <Section title={words.models} text={words.modelsText}>
        {query.isError && <Fault title={words.modelsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
        <div className="grid gap-4 md:grid-cols-2">
          {MODES.map((mode) => (
            <SelectField
              key={mode}
              label={settings.modes[mode]}
              hint={priceOf(models, form[`models.${mode}`], settings)}
              fault={fault(`models.${mode}`)}
              value={form[`models.${mode}`]}
              options={optionsOf(models, mode, form[`models.${mode}`], words)}
              onChange={(value) => set(`models.${mode}`, value)}
            />
          ))}
        </div>
        <Suspense fallback={null}>{isAdmin && models.length > 0 && <ConnectionTest models={models} />}</Suspense>
      </Section>
      <Section title={words.hosts} text={words.hostsText}>
        <TextField
          kind="lines"
          label={words.hostsLabel}
          hint={words.hostsHint}
          fault={fault("api_hosts")}
          placeholder="api.example.com"
          value={form.api_hosts}
          onChange={(said) => set("api_hosts", said)}
        />
      </Section>
    </>
  );
}

/** Nothing, every model that is offered, and one that is stored but is not offered any more. */
function optionsOf(models: readonly Model[], mode: Mode, chosen: string, words: SettingsWords) {
  const usual = models.find((model) => model.is_default)?.name;
  const none = { value: "", label: mode === "auto" ? words.usualModel(usual ?? "") : words.noModel };
  const gone = chosen && models.length > 0 && models.every(({ name }) => name !== chosen);
  const offered = models.map(({ name }) => ({ value: name, label: name }));
  const kept = chosen && models.every(({ name }) => name !== chosen) ? [{ value: chosen, label: gone ? words.goneModel(chosen) : chosen }] : [];
  return [none, ...offered, ...kept];
}

function priceOf(models: readonly Model[], chosen: string, words: Messages["settings"]): string | undefined {
  const model = models.find(({ name }) => name === chosen);
  if (!model) return undefined;
  return model.price ? words.price(model.price.input, model.price.output) : words.noPrice;
}
