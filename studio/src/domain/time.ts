const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago, in the words of a language: "3 hours ago". `now` is in milliseconds of the epoch. */
export function ago(moment: string, now: number, locale: string): string {
  const passed = Date.parse(moment) - now;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const [unit, size] = STEPS.find(([, ms]) => Math.abs(passed) >= ms) ?? ["second", 1000];
  return unit === "second" ? words.format(0, "second") : words.format(Math.round(passed / size), unit);
}
