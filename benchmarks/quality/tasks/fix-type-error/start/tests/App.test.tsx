import { expect, test } from "vitest";
import { extras, priceOf } from "../src/price";

test("a night without extras costs the room", () => {
  expect(priceOf(1, [])).toBe(80);
});

test("extras are paid for each night", () => {
  expect(priceOf(2, extras.slice(0, 1))).toBe(184);
});
