import { expect, it } from "vitest";
import { isSlug, slugSuggested, slugTyped } from "@/domain/slug";

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

it.each([
  ["Salon Rosa", "booking-site-for-my-salon", "salon-rosa"],
  ["Salon Rosa!", "salon-rosa", "salon-rosa"],
  ["Salon Rosa", "salon-rosa-2", "salon-rosa-2"],
  ["Rosa", "rosa-hair", "rosa"],
  ["理髪店", "my-app", "my-app"],
])("an app called %s at %s is suggested %s", (name, slug, suggested) => {
  expect(slugSuggested({ name, slug })).toBe(suggested);
});
