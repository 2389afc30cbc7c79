import { AUTONOMY, type Mode, MODES, numberOf, REVIEW } from "@/domain/choices";
import { envOf, type Value, valuesOf } from "@/domain/values";

/** What a person may set about an app, as a form: every field by its name, and what was changed by hand and not yet saved. */

export const GATES = ["types", "tests", "page", "acceptance"] as const;
export const LIMITS = ["run_dollars", "run_tokens", "run_model_calls", "run_seconds"] as const;
export const DEMANDS = ["required", "advisory", "off"] as const;
export const EVALUATOR = ["build", "model"] as const;

export type Gate = (typeof GATES)[number];
export type Limit = (typeof LIMITS)[number];
export type Top = "name" | "instructions" | "pinned_note" | "autonomy_mode" | "review" | "evaluator";
export type Field = Top | `gates.${Gate}` | `limits.${Limit}` | `models.${Mode}` | "api_hosts" | "env";

/** Each as it is written; hosts a line each, values for the build as JSON. */
export type Form = Record<Field, string>;
export type Edits = Partial<Form>;

export interface Bound {
  least: number;
  most: number;
  whole: boolean;
}

/** As the API's document says them; the least of dollars is above zero. */
export const BOUNDS: Record<Limit, Bound> = {
  run_dollars: { least: 0, most: 1000, whole: false },
  run_tokens: { least: 1000, most: 10_000_000, whole: true },
  run_model_calls: { least: 1, most: 200, whole: true },
  run_seconds: { least: 10, most: 7200, whole: true },
};

export const LENGTHS = { name: 100, instructions: 20_000, pinned_note: 20_000 } as const;
export const MOST = { api_hosts: 50, env: 50 } as const;

interface Stored {
  name: string;
  instructions: string;
  pinned_note: string;
  autonomy_mode: (typeof AUTONOMY)[number];
  review: (typeof REVIEW)[number];
  evaluator: (typeof EVALUATOR)[number];
  settings: {
    gates: Record<Gate, (typeof DEMANDS)[number]>;
    limits: Record<Limit, number | null>;
    models: Partial<Record<Mode, string>>;
    api_hosts: string[];
    env: Record<string, string>;
  };
}

const TOPS = ["name", "instructions", "pinned_note", "autonomy_mode", "review", "evaluator"] as const;

export function valuesIn(field: string): Value[] {
  return JSON.parse(field) as Value[];
}

export function envField(values: readonly Value[]): string {
  return JSON.stringify(values);
}

/** The form of an app as it is stored. */
export function formOf(app: Stored): Form {
  const { gates, limits, models, api_hosts: hosts, env } = app.settings;
  const named = <N extends string>(kind: string, names: readonly N[], value: (name: N) => string) =>
    names.map((name) => [`${kind}.${name}`, value(name)]);
  return Object.fromEntries([
    ...TOPS.map((name) => [name, app[name]]),
    ...named("gates", GATES, (name) => gates[name]),
    ...named("limits", LIMITS, (name) => (limits[name] === null ? "" : String(limits[name]))),
    ...named("models", MODES, (name) => models[name] ?? ""),
    ["api_hosts", hosts.join("\n")],
    ["env", envField(valuesOf(env))],
  ]) as Form;
}

/** The edits that differ from what is stored: what somebody else saved alike is nothing unsaved any more. */
export function unsaved(stored: Form, edits: Edits): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([name, value]) => name in stored && stored[name as Field] !== value));
}

/** What the API is sent: the changed fields, `settings` whole since it is replaced as a whole. */
export function patchOf(stored: Stored, edits: Edits): Partial<Omit<Stored, "settings">> & { settings?: Stored["settings"] } {
  const form = { ...formOf(stored), ...edits };
  const tops = Object.fromEntries(TOPS.filter((name) => name in edits).map((name) => [name, name === "name" ? form[name].trim() : form[name]]));
  const within = Object.keys(edits).some((name) => !(TOPS as readonly string[]).includes(name));
  return { ...tops, ...(within ? { settings: settingsOf(form) } : {}) };
}

function settingsOf(form: Form): Stored["settings"] {
  const models = MODES.map((name) => [name, form[`models.${name}`]]).filter(([, model]) => model);
  return {
    gates: Object.fromEntries(GATES.map((name) => [name, form[`gates.${name}`]])) as Stored["settings"]["gates"],
    limits: Object.fromEntries(LIMITS.map((name) => [name, numberOf(form[`limits.${name}`])])) as Stored["settings"]["limits"],
    models: Object.fromEntries(models) as Stored["settings"]["models"],
    api_hosts: hostsOf(form.api_hosts),
    env: envOf(valuesIn(form.env)),
  };
}

export function hostsOf(written: string): string[] {
  return written.split(/[\s,]+/).filter(Boolean);
}

