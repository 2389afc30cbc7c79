/** Values that are given to a build: how they are written by hand, and what is wrong with them. */
export interface Value {
  name: string;
  value: string;
}

export type ValueFault = "name" | "twice" | "long";

const NAME = /^VITE_[A-Za-z0-9_]{1,95}$/;
const MOST_CHARACTERS = 4096;

export function valuesOf(env: Readonly<Record<string, string>>): Value[] {
  return Object.entries(env)
    .map(([name, value]) => ({ name, value }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The first fault of each value that has one. A row that is empty says nothing and has none. */
export function faultsOf(values: readonly Value[]): (ValueFault | null)[] {
  return values.map(({ name, value }, at) => {
    if (!name && !value) return null;
    if (!NAME.test(name)) return "name";
    if (Array.from(value).length > MOST_CHARACTERS) return "long";
    return values.findIndex((other) => other.name === name) < at ? "twice" : null;
  });
}

export function envOf(values: readonly Value[]): Record<string, string> {
  return Object.fromEntries(values.filter(({ name }) => name).map(({ name, value }) => [name, value]));
}
