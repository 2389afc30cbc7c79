const used = { calls: 2, input_tokens: 900, output_tokens: 100, cached_tokens: 0, reasoning_tokens: 0, total_tokens: 1000, unpriced_tokens: 0, cost_usd: 0.5, counted_usd: 0.5 };
const none = { run_id: null, day: null, model: null };

export const usagePage = (by: "day" | "model" | "run", over: object = {}) => ({
  group_by: by,
  since: "2026-03-01",
  until: "2026-03-03",
  items: [{ ...used, ...none, [by === "run" ? "run_id" : by]: { day: "2026-03-02", model: "gpt", run: "run_abcdef" }[by] }],
  totals: used,
  builds: { builds: 3, seconds: 40 },
  next_cursor: null,
  ...over,
});

const budget = { limit_usd: 20, spent_usd: 5, held_usd: 0.25, remaining_usd: 15, limit_tokens: null, used_tokens: 0, held_tokens: 0, remaining_tokens: null, resets_at: "2026-03-04T00:00:00Z" };
const seconds = { limit_seconds: null, remaining_seconds: null, reserved_seconds: 0, used_seconds: 60, resets_at: "2026-03-04T00:00:00Z" };

export const TENANT_USAGE = {
  tenant_id: "acme",
  budgets: { day: budget, month: { ...budget, limit_usd: 200, spent_usd: 200, remaining_usd: 0 } },
  builds: { running: 1, waiting: 2, at_once: 4, day: seconds, month: seconds },
};
