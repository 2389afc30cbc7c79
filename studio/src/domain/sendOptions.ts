import { AUTONOMY, type Mode, MODES, numberOf, REVIEW } from "@/domain/choices";

/** How one message is to be worked on. Empty is what the app's settings say. */
export interface SendOptions {
  wish: Wish;
  model: Mode | "";
  autonomy: (typeof AUTONOMY)[number] | "";
  review: (typeof REVIEW)[number] | "";
  /** As it is written. */
  dollars: string;
}

export const WISHES = ["build", "plan", "ask"] as const;
export type Wish = (typeof WISHES)[number];

export const USUAL: SendOptions = { wish: "build", model: "", autonomy: "", review: "", dollars: "" };

const OFFERED: { [N in keyof SendOptions]?: readonly string[] } = {
  wish: WISHES,
  model: ["", ...MODES],
  autonomy: ["", ...AUTONOMY],
  review: ["", ...REVIEW],
};

/** What was kept, as far as it is still offered. */
export function restoredOptions(stored: string | null): SendOptions {
  const kept = parsed(stored);
  const valid = Object.entries(USUAL).map(([name, usual]) => {
    const value = kept[name];
    const offered = OFFERED[name as keyof SendOptions];
    return [name, typeof value === "string" && value.length < 20 && (offered?.includes(value) ?? true) ? value : usual];
  });
  return Object.fromEntries(valid) as SendOptions;
}

function parsed(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? "{}");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export type Chosen = Exclude<keyof SendOptions, "wish">;

interface App {
  autonomy_mode: string;
  review: string;
}

/** What is chosen otherwise than the app's settings say. Only a change may wait for a person or for a review. */
export function differing(options: SendOptions, app: App): Chosen[] {
  const builds = options.wish === "build";
  const differs: Record<Chosen, boolean> = {
    model: options.model !== "" && options.model !== "auto",
    autonomy: builds && options.autonomy !== "" && options.autonomy !== app.autonomy_mode,
    review: builds && options.review !== "" && options.review !== app.review,
    dollars: options.dollars.trim() !== "",
  };
  return (Object.keys(differs) as Chosen[]).filter((name) => differs[name]);
}

/** Whether the budget cannot be one. */
export function isWrongBudget({ dollars }: SendOptions): boolean {
  const amount = numberOf(dollars);
  return amount !== null && !(amount > 0 && Number.isFinite(amount));
}

export interface SentOptions {
  only?: "answer" | "plan";
  mode?: Mode;
  autonomy?: (typeof AUTONOMY)[number];
  review?: (typeof REVIEW)[number];
  budget?: { dollars: number };
}

/** What a message says of it. What is not chosen is left to the app. */
export function fieldsOf(options: SendOptions): SentOptions {
  const { wish, model, autonomy, review } = options;
  const dollars = numberOf(options.dollars);
  const builds = wish === "build";
  return {
    ...(builds ? {} : { only: wish === "ask" ? "answer" : "plan" }),
    ...(model ? { mode: model } : {}),
    ...(builds && autonomy ? { autonomy } : {}),
    ...(builds && review ? { review } : {}),
    ...(dollars === null ? {} : { budget: { dollars } }),
  };
}
