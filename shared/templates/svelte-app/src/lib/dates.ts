/** Days are texts like "2030-01-31", in the visitor's own time zone. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** Whether there is such a day: "2030-02-31" is none, though a `Date` takes it for the 3rd of March. */
export function isDay(text: unknown): text is string {
  return typeof text === "string" && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayOf(midnight(text)) === text;
}

export function daysUntil(day: string): number {
  return Math.round((midnight(day).getTime() - midnight(dayFromNow(0)).getTime()) / 86_400_000);
}

export function formatDay(day: string): string {
  return new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" }).format(midnight(day));
}

function dayOf(date: Date): string {
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

function midnight(day: string): Date {
  return new Date(`${day}T00:00`);
}
