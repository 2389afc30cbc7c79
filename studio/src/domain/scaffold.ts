/** A scaffold as far as people read it. */
export interface Described {
  key: string;
  title: string;
  description: string;
  service: string;
  values: readonly DescribedValue[];
  next: readonly string[];
}

interface DescribedValue {
  name: string;
  label: string;
  help: string;
}

/** The same in another language: values by their names. */
export interface About extends Pick<Described, "title" | "description" | "service" | "next"> {
  values: Readonly<Record<string, Pick<DescribedValue, "label" | "help">>>;
}

/** With these words in place of the server's, where there are any. */
export function inWords<T extends Described>(scaffold: T, about: About | undefined): T {
  if (!about) return scaffold;
  const { values, ...words } = about;
  return { ...scaffold, ...words, values: scaffold.values.map((value) => ({ ...value, ...values[value.name] })) };
}

export type ValueKind = "address" | "word" | "text" | "latitude" | "longitude";
export type ScaffoldFault = "long" | "secret" | Exclude<ValueKind, "text">;

const MOST_CHARACTERS = 4096;
const MOST_DEGREES = { latitude: 90, longitude: 180 } as const;
const SECRET = /\b(?:sk-[\w-]{32}|[rs]k_live_\w{20}|sb_secret_|gh[pousr]_\w{36}|(?:AKIA|ASIA)[0-9A-Z]{16})|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/;
const TOKEN = /\beyJ[\w-]{10,200}\.(eyJ[\w-]{20,2000})\./;

/** Why a value cannot be right, as the server sees it too; null for one that may be, and for none. */
export function scaffoldFault(kind: ValueKind, written: string): ScaffoldFault | null {
  const text = written.trim();
  if (!text) return null;
  if (Array.from(text).length > MOST_CHARACTERS) return "long";
  if (isSecret(text)) return "secret";
  return fits(kind, text) ? null : (kind as ScaffoldFault);
}

function fits(kind: ValueKind, text: string): boolean {
  switch (kind) {
    case "address":
      return /^https:\/\/[^\s/][^ ]*$/i.test(text) && URL.canParse(text);
    case "word":
      return !/\s/.test(text);
    case "text":
      return true;
    case "latitude":
    case "longitude":
      return /^[-+\d.,]+$/.test(text) && Math.abs(Number(pointed(text))) <= MOST_DEGREES[kind];
    default:
      return kind satisfies never;
  }
}

/** Whether it is a key that only a server may know. The most usual mistake is a database's own key in place of its public one. */
function isSecret(text: string): boolean {
  const [, claims = ""] = TOKEN.exec(text) ?? [];
  return SECRET.test(text) || decoded(claims).replaceAll(" ", "").includes('"service_role"');
}

function decoded(base64: string): string {
  try {
    return atob(base64.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** A comma may stand for the point. */
const pointed = (text: string) => text.replace(",", ".");

/** A value as it is kept. */
export function asKept(kind: ValueKind, written: string): string {
  return kind in MOST_DEGREES ? pointed(written.trim()) : written.trim();
}

export type Standing = "available" | "proposed" | "applied" | "missing";

/** How a feature stands in an app: one that is part of it and has not all its values is not set up yet. */
export function standingOf({ state, unset }: { state: "available" | "proposed" | "applied"; unset: readonly string[] }): Standing {
  return state === "applied" && unset.length > 0 ? "missing" : state;
}

/** What the server found wrong with single values, by their names: it names each by its label. */
export function refusedValues(values: readonly DescribedValue[], found: readonly { message: string }[]): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(({ name, label }) => {
      const begin = `${label}: `;
      const one = found.find(({ message }) => message.startsWith(begin));
      return one ? [[name, one.message.slice(begin.length)]] : [];
    }),
  );
}

/** The host of an address, for people; the address itself where it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address;
}
