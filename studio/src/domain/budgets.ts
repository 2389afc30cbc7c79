import { numberOf } from "@/domain/choices";

/** The budgets a tenant may set for itself, as the API names them. */
export const BUDGETS = ["day_usd", "month_usd", "day_tokens", "month_tokens"] as const;
export type BudgetName = (typeof BUDGETS)[number];
export type Amounts = Record<BudgetName, number | null>;
export type Written = Record<BudgetName, string>;

const isTokens = (name: BudgetName) => name.endsWith("_tokens");

/** What the fields begin with; nothing set is an empty field. */
export function writtenOf(own: Amounts): Written {
  const text = (name: BudgetName) => (own[name] === null ? "" : String(own[name]));
  return { day_usd: text("day_usd"), month_usd: text("month_usd"), day_tokens: text("day_tokens"), month_tokens: text("month_tokens") };
}

/** What the fields say; null for an empty one, which leaves it to the server. */
export function amountsIn(written: Written): Amounts {
  const amount = (name: BudgetName) => numberOf(written[name]);
  return { day_usd: amount("day_usd"), month_usd: amount("month_usd"), day_tokens: amount("day_tokens"), month_tokens: amount("month_tokens") };
}

/** The fields that cannot be saved: no amount, below 0, or above what the server allows. */
export function wrongBudgets(written: Written, server: Amounts): Partial<Record<BudgetName, "number" | "high">> {
  const found: Partial<Record<BudgetName, "number" | "high">> = {};
  const amounts = amountsIn(written);
  for (const name of BUDGETS) {
    const amount = amounts[name];
    if (amount === null) continue;
    const most = server[name];
    if (!Number.isFinite(amount) || amount < 0 || (isTokens(name) && !Number.isInteger(amount))) found[name] = "number";
    else if (most !== null && amount > most) found[name] = "high";
  }
  return found;
}

/** An amount as words say it. */
export function said(name: BudgetName, amount: number, words: { dollars: (amount: number) => string; tokens: (amount: number) => string }): string {
  return isTokens(name) ? words.tokens(amount) : words.dollars(amount);
}
