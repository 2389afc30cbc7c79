const DAY_MS = 86_400_000;

/** Every day from the first to the last (both "2026-01-31"), also those of which nothing is told. */
export function daysBetween(first: string, last: string, most = 366): string[] {
  const [begin, end] = [Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`)];
  const days = Math.min(most, Math.floor((end - begin) / DAY_MS) + 1);
  return Array.from({ length: Math.max(0, days) }, (_, at) => new Date(begin + at * DAY_MS).toISOString().slice(0, 10));
}

/** The day as it is written in a language, in the server's time. */
export function dayWords(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}
