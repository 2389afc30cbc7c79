export const QUALITY_PARTS = ["build", "types", "tests", "page", "acceptance", "security", "accessibility", "links", "words", "size"] as const;
export type QualityKey = (typeof QUALITY_PARTS)[number];

/** Why nothing is known of a part, as far as it has words of its own here; else those of the API stand. */
export type Why = "unbuilt" | "unchecked" | "unseen" | "noTests" | "noChecks";
const WHYS: Record<string, Why> = {
  "it is not built yet": "unbuilt",
  "no check was run of it": "unchecked",
  "It was not asked for.": "unchecked",
  "nobody has looked": "unseen",
  'package.json has no "test" script.': "noTests",
  "The project has no acceptance checks.": "noChecks",
};

export function whyOf(said: string): Why | null {
  return WHYS[said] ?? null;
}
