/** Whole seconds from one moment to another, both as the API writes them; 0 where a clock disagrees. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000)) || 0;
}

/** "12 s", "3 min 5 s", in the words of a language. */
export function spanOf(seconds: number, locale: string): string {
  const unit = (value: number, name: "second" | "minute") =>
    new Intl.NumberFormat(locale, { style: "unit", unit: name, unitDisplay: name === "second" ? "narrow" : "short" }).format(value);
  if (seconds < 60) return unit(seconds, "second");
  return [unit(Math.floor(seconds / 60), "minute"), seconds % 60 ? unit(seconds % 60, "second") : ""].filter(Boolean).join(" ");
}
