import { expect, it } from "vitest";
import { isSlug, slugTyped } from "@/domain/slug";

it.each([
  ["rosa", true],
  ["a-1", true],
  ["ab", false],
  ["x".repeat(51), false],
  ["-rosa", false],
  ["rosa-", false],
  ["xn--abc", false],
  ["Rosa", false],
])("%s can begin an address: %s", (words, may) => {
  expect(isSlug(words)).toBe(may);
});

it.each([
  ["Salon Rosa & Söhne", "salon-rosa-sohne"],
  ["  Straße 1 ", "strasse-1-"],
  ["日本", ""],
])("%j is typed as %j", (words, typed) => {
  expect(slugTyped(words)).toBe(typed);
});
