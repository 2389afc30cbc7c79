import { expect, it } from "vitest";
import { dayWords, daysBetween } from "@/domain/usage";

it("knows every day of a range, also over a month's end and a change of the clock", () => {
  expect(daysBetween("2026-02-27", "2026-03-02")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
  expect(daysBetween("2026-03-28", "2026-03-30").length).toBe(3);
  expect([daysBetween("2026-03-02", "2026-03-01"), daysBetween("x", "y")]).toEqual([[], []]);
  expect(daysBetween("2020-01-01", "2026-01-01", 40).length).toBe(40);
});

it("writes a day as the server means it", () => expect([dayWords("2026-03-01", "en"), dayWords("2026-03-01", "de")]).toEqual(["Mar 1", "1. März"]));
