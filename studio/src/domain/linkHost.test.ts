import { expect, it } from "vitest";
import { otherHost } from "@/domain/linkHost";

it.each([
  ["https://bank.example", "https://evil.example/", "evil.example"],
  ["bank.example/login", "https://evil.example/login", "evil.example"],
  ["https://bank.example", "https://bank.example@evil.example/", "evil.example"],
  ["https://аpple.example", "https://аpple.example/", "xn--pple-43d.example"],
  ["https://bank.example", "https://bank.example/a?b#c", null],
  ["BANK.example", "https://bank.example", null],
  ["bank.example", "https://www.bank.example/", null],
  ["the docs", "https://evil.example", null],
  ["a.b c.d", "https://evil.example", null],
  ["me@bank.example", "mailto:me@bank.example", null],
  ["bank.example", "https://%", null],
])("a link called %s to %s shows %s", (words, href, host) => {
  expect(otherHost(words, href)).toBe(host);
});
