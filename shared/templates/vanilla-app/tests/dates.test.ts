import { expect, test } from "vitest";
import { dayFromNow, daysUntil, isDay } from "../src/lib/dates";

test.each(["2030-01-31", "2028-02-29", "2030-12-01", dayFromNow(0)])("%s is a day", (text) => {
  expect(isDay(text)).toBe(true);
});

test.each(["2030-02-31", "2030-02-29", "2030-13-01", "2030-00-10", "2030-1-1", "30-01-31", "", 20300131, null])(
  "%s is none",
  (text) => {
    expect(isDay(text)).toBe(false);
  },
);

test("counts the days to a day", () => {
  expect([-1, 0, 40].map((days) => daysUntil(dayFromNow(days)))).toEqual([-1, 0, 40]);
});
