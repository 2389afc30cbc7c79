import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type Model, modelsQuery } from "@/data/models";
import { isWrongBudget, type SendOptions } from "@/domain/sendOptions";
import { AUTONOMY, type Mode, MODES, REVIEW } from "@/domain/choices";
import { type Messages, useMessages } from "@/messages/useMessages";
import { SelectField } from "@/ui/SelectField";
import { TextField } from "@/ui/TextField";

interface Props {
  app: App;
  options: SendOptions;
  onChange: (changed: Partial<SendOptions>) => void;
}

/** Model, way of working and cap of the next messages. Each says what it means; empty is what the app's settings say. */
export function OptionsPanel({ app, options, onChange }: Props) {
  const words = useMessages();
  const { composer, settings } = words;
  const models = useQuery(modelsQuery(useApi())).data ?? [];
  const builds = options.wish === "build";
  return (
    <div role="group" aria-label={composer.options} className="grid gap-3 rounded-md border border-line bg-page p-3 md:grid-cols-2">
      <SelectField
        label={composer.optionNames.model}
        hint={modelHint(options.model || "auto", app, models, words)}
        value={options.model || "auto"}
        options={modesOf(app, words)}
        onChange={(mode) => onChange({ model: mode === "auto" ? "" : (mode as Mode) })}
      />
      <TextField
        kind="number"
        label={composer.optionNames.dollars}
        hint={composer.budgetHint}
        fault={isWrongBudget(options) ? composer.budgetWrong : null}
        placeholder={composer.budgetUsual}
        value={options.dollars}
        onChange={(dollars) => onChange({ dollars: dollars.slice(0, 12) })}
      />
      {builds && (
        <SelectField
          label={settings.autonomy_mode}
          hint={settings.autonomies[options.autonomy || app.autonomy_mode].text}
          value={options.autonomy}
          options={[{ value: "", label: composer.asApp(settings.autonomies[app.autonomy_mode].name) }, ...AUTONOMY.map((value) => ({ value, label: settings.autonomies[value].name }))]}
          onChange={(autonomy) => onChange({ autonomy: autonomy as SendOptions["autonomy"] })}
        />
      )}
      {builds && (
        <SelectField
          label={settings.review}
          hint={settings.reviews[options.review || app.review].text}
          value={options.review}
          options={[{ value: "", label: composer.asApp(settings.reviews[app.review].name) }, ...REVIEW.map((value) => ({ value, label: settings.reviews[value].name }))]}
          onChange={(review) => onChange({ review: review as SendOptions["review"] })}
        />
      )}
    </div>
  );
}

/** The modes that the app names a model for, and the usual one. */
function modesOf(app: App, { settings }: Messages) {
  const named = MODES.filter((mode) => mode === "auto" || app.settings.models[mode]);
  return named.map((value) => ({ value, label: settings.modes[value] }));
}

function modelHint(mode: Mode, app: App, models: readonly Model[], { composer, settings }: Messages): string {
  const name = app.settings.models[mode] ?? models.find((model) => model.is_default)?.name;
  const model = models.find((one) => one.name === name);
  const price = model?.price ? settings.price(model.price.input, model.price.output) : model ? settings.noPrice : "";
  const more = Object.keys(app.settings.models).some((named) => named !== "auto") ? "" : composer.moreModes;
  return [name, price, more].flatMap((part) => (part ? [part.replace(/\.$/, "")] : [])).join(". ");
}
