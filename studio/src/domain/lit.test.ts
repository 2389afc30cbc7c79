import { expect, it } from "vitest";
import { litParts } from "@/domain/lit";

const lit = (text: string, query: string) => litParts(text, query).filter((part) => part.lit).map((part) => part.text);

it("words that were looked for are lit in any case, in singular and plural, and nothing inside other words", () => {
  expect(lit("Opening hours, an hour. The openings are OPEN.", "openings HOUR")).toEqual(["Opening", "hours", "hour", "openings"]);
  expect(lit("Größe und größer", "größe")).toEqual(["Größe"]);
  expect(lit("cat scatter", "cat")).toEqual(["cat"]);
  expect(lit("a.b (c)", ".* (")).toEqual([]);
});

it("the parts are the whole text", () => {
  const text = "One two, one.";
  expect(litParts(text, "one").map((part) => part.text).join("")).toBe(text);
  expect(litParts(text, "").map((part) => part.text)).toEqual([text]);
});
