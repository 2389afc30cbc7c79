/** Amounts as a language writes them. */

/** Dollars: a run costs cents, so what is small keeps the digits that say something. */
export function dollars(amount: number, locale: string): string {
  const digits = amount > 0 && amount < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(locale, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", minimumFractionDigits: 2, maximumFractionDigits: digits }).format(amount);
}

export function count(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(amount);
}

/** A few digits for what stands beside others: "1.2K". */
export function short(amount: number, locale: string): string {
  return new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 }).format(amount);
}

/** How long: "0.4 s", "12 s", "3 min 20 s", "2 h 5 min". */
export function lasted(ms: number, locale: string): string {
  const part = (value: number, unit: "second" | "minute" | "hour", digits = 0) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: unit === "hour" ? "narrow" : "short", maximumFractionDigits: digits }).format(value);
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 10) return part(seconds, "second", 1);
  const whole = Math.round(seconds);
  if (whole < 60) return part(whole, "second");
  if (whole < 3600) return [part(Math.floor(whole / 60), "minute"), whole % 60 && part(whole % 60, "second")].filter(Boolean).join(" ");
  const minutes = Math.round(whole / 60);
  return [part(Math.floor(minutes / 60), "hour"), minutes % 60 && part(minutes % 60, "minute")].filter(Boolean).join(" ");
}

/** How much of a cap is used, from 0 to 1. */
export function share(used: number, most: number | null): number {
  return most === null ? 0 : most <= 0 ? 1 : Math.min(1, Math.max(0, used / most));
}
