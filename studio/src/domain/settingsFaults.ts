import { numberOf } from "@/domain/choices";
import { BOUNDS, type Field, type Form, hostsOf, LENGTHS, LIMITS, type Limit, MOST, valuesIn } from "@/domain/settings";
import { faultsOf } from "@/domain/values";

/** What is wrong with a field before it is sent, as a word of the catalogue. */
export type Wrong = "empty" | "long" | "number" | "hosts" | "many" | "values";

/** The first fault of each field that has one. The API has the last word; these are the ones that need no question. */
export function wrongs(form: Form): Partial<Record<Field, Wrong>> {
  const found: Partial<Record<Field, Wrong>> = {};
  if (!form.name.trim()) found.name = "empty";
  for (const name of ["name", "instructions", "pinned_note"] as const) {
    if (Array.from(form[name]).length > LENGTHS[name]) found[name] = "long";
  }
  for (const name of LIMITS) if (!fits(name, form[`limits.${name}`])) found[`limits.${name}`] = "number";
  if (hostsOf(form.api_hosts).length > MOST.api_hosts) found.api_hosts = "hosts";
  const values = valuesIn(form.env);
  if (values.length > MOST.env) found.env = "many";
  else if (faultsOf(values).some((fault) => fault !== null)) found.env = "values";
  return found;
}

function fits(name: Limit, written: string): boolean {
  const value = numberOf(written);
  const { least, most, whole } = BOUNDS[name];
  if (value === null) return true;
  return Number.isFinite(value) && value <= most && (whole ? Number.isInteger(value) && value >= least : value > least);
}

/** The field that a refusal of the API is about: "settings.limits.run_dollars" is "limits.run_dollars". */
export function fieldOf(place: string, form: Form): Field | null {
  const parts = place.replace(/^settings\./, "").split(".");
  const tries = [parts.slice(0, 2).join("."), parts[0] ?? ""];
  return (tries.find((name) => name in form) as Field | undefined) ?? null;
}
