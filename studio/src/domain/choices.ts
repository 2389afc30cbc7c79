/** What a message or an app may choose among. */
export const MODES = ["auto", "fast", "deep", "budget", "research", "code"] as const;
export const AUTONOMY = ["off", "suggest", "semi_auto", "full_auto"] as const;
export const REVIEW = ["after", "before"] as const;

export type Mode = (typeof MODES)[number];

/** Null for nothing written. A comma may stand for the point. */
export function numberOf(written: string): number | null {
  const text = written.trim().replace(",", ".");
  return text ? Number(text) : null;
}
