import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { asKept, hostOf, inWords, refusedValues, scaffoldFault, standingOf, type Described, type ValueKind } from "@/domain/scaffold";
import { about } from "@/messages/features/about.de";

interface Listed extends Described {
  values: readonly { name: string; label: string; help: string; kind: ValueKind; example: string }[];
}

const ALL = JSON.parse(readFileSync(`${import.meta.dirname}/../../../shared/scaffolds/scaffolds.json`, "utf8")) as Listed[];
const SERVICE_ROLE = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"iss":"supabase","role":"service_role"}').replaceAll("=", "")}.x`;
const ANON = `eyJhbGciOiJIUzI1NiJ9.${btoa('{"iss":"supabase","role":"anon"}').replaceAll("=", "")}.x`;

describe("a value of a feature", () => {
  it.each<[ValueKind, string, ReturnType<typeof scaffoldFault>]>([
    ["address", " https://formspree.io/f/abc ", null],
    ["address", "https://key@o1.ingest.sentry.io/42", null],
    ["address", "http://formspree.io/f/abc", "address"],
    ["address", "formspree.io/f/abc", "address"],
    ["address", "https:formspree.io", "address"],
    ["address", "https://", "address"],
    ["address", "https://two words", "address"],
    ["word", "service_abc", null],
    ["word", "two words", "word"],
    ["text", "two words", null],
    ["latitude", "52.52", null],
    ["latitude", "-52,52", null],
    ["latitude", "91", "latitude"],
    ["latitude", "0x10", "latitude"],
    ["latitude", "1,234.5", "latitude"],
    ["latitude", "north", "latitude"],
    ["longitude", "-180", null],
    ["longitude", "180.1", "longitude"],
    ["text", "x".repeat(4097), "long"],
    ["word", `sk_live_${"a".repeat(24)}`, "secret"],
    ["word", "sb_secret_abc", "secret"],
    ["word", SERVICE_ROLE, "secret"],
    ["word", ANON, null],
    ["word", "eyJhbGciOiJIUzI1NiJ9.eyJ!!!", null],
  ])("as %s: %j is %j", (kind, text, fault) => {
    expect(scaffoldFault(kind, text)).toBe(fault);
  });

  it("may be missing, whatever it is", () => {
    expect((["address", "word", "text", "latitude"] as const).map((kind) => scaffoldFault(kind, "  "))).toEqual([null, null, null, null]);
  });

  it("is kept without blanks around it, and with a point", () => {
    expect([asKept("latitude", " 52,52 "), asKept("text", " Tea, and more ")]).toEqual(["52.52", "Tea, and more"]);
  });

  it("has an example that would be taken", () => {
    const examples = ALL.flatMap(({ values }) => values.map(({ kind, example }) => scaffoldFault(kind, example)));
    expect(examples.filter(Boolean)).toEqual([]);
  });

  it("that was refused is found by its label", () => {
    const values = [
      { name: "A", label: "Address", help: "" },
      { name: "B", label: "Address of it", help: "" },
    ];
    expect(refusedValues(values, [{ message: "Address of it: it is wrong." }, { message: "Else" }])).toEqual({ B: "it is wrong." });
  });
});

it("a feature that is there and has not all its values is not set up", () => {
  expect(standingOf({ state: "applied", unset: ["A"] })).toBe("missing");
  expect(standingOf({ state: "applied", unset: [] })).toBe("applied");
  expect(standingOf({ state: "proposed", unset: ["A"] })).toBe("proposed");
});

it("where values are found is said by its host", () => {
  expect([hostOf("https://formspree.io/forms"), hostOf("nowhere")]).toEqual(["formspree.io", "nowhere"]);
});

describe("the words of a feature", () => {
  it.each(ALL.map((one) => [one.key, one] as const))("are all there in German: %s", (key, scaffold) => {
    const words = about[key];
    expect(words?.next.length).toBe(scaffold.next.length);
    const german = inWords(scaffold, words);
    expect(german.title).toBe(words?.title);
    expect(german.values.map(({ label }) => label)).not.toContain(undefined);
    expect(Object.keys(words?.values ?? {}).toSorted()).toEqual(scaffold.values.map(({ name }) => name).toSorted());
  });

  it("are the server's where there are no others", () => {
    const [first] = ALL;
    expect(first && inWords(first, undefined)).toBe(first);
  });
});
