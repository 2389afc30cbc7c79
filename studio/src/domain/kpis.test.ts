import { expect, it } from "vitest";
import { amountOf, isUnpriced, type Measured, MEASURES, scaleOf, worstOf } from "@/domain/kpis";

const none: Measured = {
  success_rate: null,
  first_pass_rate: null,
  self_heal_rate: null,
  reverted_rate: null,
  compile_rate: null,
  median_first_word_ms: null,
  p95_edit_seconds: null,
  cost_per_success_usd: null,
  unpriced_runs: 0,
};

it("each measure is an amount of its scale, and nothing where nothing is known", () => {
  const all: Measured = { success_rate: 0.5, first_pass_rate: 0.4, self_heal_rate: 0.3, reverted_rate: 0.2, compile_rate: 0.1, median_first_word_ms: 900, p95_edit_seconds: 12.5, cost_per_success_usd: 0.25, unpriced_runs: 0 };
  expect(MEASURES.map((measure) => [scaleOf(measure), amountOf(all, measure)])).toEqual([
    ["share", 0.5],
    ["share", 0.4],
    ["share", 0.1],
    ["share", 0.3],
    ["share", 0.2],
    ["time", 900],
    ["time", 12_500],
    ["money", 0.25],
  ]);
  expect(MEASURES.map((measure) => amountOf(none, measure))).toEqual(MEASURES.map(() => null));
});

it("the worst day has the lowest rate of success, the highest of what was taken back, the longest wait", () => {
  const days = [
    { ...none, day: "1", success_rate: 1, reverted_rate: 0, median_first_word_ms: 5 },
    { ...none, day: "2", success_rate: 0, reverted_rate: 0.5, median_first_word_ms: 3 },
    { ...none, day: "3" },
  ];
  expect([worstOf(days, "success")?.day, worstOf(days, "reverted")?.day, worstOf(days, "firstWord")?.day]).toEqual(["2", "2", "1"]);
  expect(worstOf(days, "price")).toBeNull();
  expect(worstOf([], "success")).toBeNull();
});

it("only what is dollars waits for a price", () => {
  const unpriced = { ...none, unpriced_runs: 2 };
  expect(MEASURES.filter((measure) => isUnpriced(unpriced, measure))).toEqual(["price"]);
  expect(MEASURES.filter((measure) => isUnpriced(none, measure))).toEqual([]);
});
