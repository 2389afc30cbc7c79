/** How well runs went, as far as a chart shows it. A rate of nothing is null. */
export interface Measured {
  success_rate: number | null;
  first_pass_rate: number | null;
  self_heal_rate: number | null;
  reverted_rate: number | null;
  compile_rate: number | null;
  median_first_word_ms: number | null;
  p95_edit_seconds: number | null;
  cost_per_success_usd: number | null;
  unpriced_runs: number;
}

export const MEASURES = ["success", "firstPass", "compile", "selfHeal", "reverted", "firstWord", "edit", "price"] as const;
export type Measure = (typeof MEASURES)[number];
/** What a measure counts: a share of one, milliseconds, or dollars. */
export type Scale = "share" | "time" | "money";

const FIELDS: Record<Measure, { field: keyof Measured; scale: Scale; times?: number; isGood: "high" | "low" }> = {
  success: { field: "success_rate", scale: "share", isGood: "high" },
  firstPass: { field: "first_pass_rate", scale: "share", isGood: "high" },
  compile: { field: "compile_rate", scale: "share", isGood: "high" },
  selfHeal: { field: "self_heal_rate", scale: "share", isGood: "high" },
  reverted: { field: "reverted_rate", scale: "share", isGood: "low" },
  firstWord: { field: "median_first_word_ms", scale: "time", isGood: "low" },
  edit: { field: "p95_edit_seconds", scale: "time", times: 1000, isGood: "low" },
  price: { field: "cost_per_success_usd", scale: "money", isGood: "low" },
};

export function scaleOf(measure: Measure): Scale {
  return FIELDS[measure].scale;
}

/** The amount in the unit of its scale; null where nothing is known. */
export function amountOf(kpis: Measured, measure: Measure): number | null {
  const { field, times = 1 } = FIELDS[measure];
  const value = kpis[field];
  return value === null ? null : value * times;
}

/** Whether a measure has no amount because a model that was asked has no price. */
export function isUnpriced(kpis: Measured, measure: Measure): boolean {
  return scaleOf(measure) === "money" && kpis.unpriced_runs > 0;
}

/** The day that one should know of: the one that went least well. Null where no day has an amount. */
export function worstOf<D extends Measured>(days: readonly D[], measure: Measure): D | null {
  const sign = FIELDS[measure].isGood === "high" ? 1 : -1;
  const known = days.flatMap((day) => {
    const amount = amountOf(day, measure);
    return amount === null ? [] : [{ day, rank: amount * sign }];
  });
  return known.toSorted((one, other) => one.rank - other.rank)[0]?.day ?? null;
}
