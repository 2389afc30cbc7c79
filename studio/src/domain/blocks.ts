type BuildStatus = "queued" | "running" | "succeeded" | "failed";

export interface Standing {
  build: BuildStatus;
  /** Whether the draft is still what the app began as. */
  starter: boolean;
  running: boolean;
  /** How many runs wait for a person's word. */
  waits: number;
  pageFailed: boolean;
}

/** What keeps a draft from being published, and what one should know before it is. */
export interface Blocks {
  blocking: "building" | "failed" | null;
  advice: readonly ("starter" | "running" | "waits" | "pageFailed")[];
}

export function blocksOf({ build, starter, running, waits, pageFailed }: Standing): Blocks {
  const blocking = build === "succeeded" ? null : build === "failed" ? "failed" : "building";
  const advice = [starter && ("starter" as const), running && ("running" as const), waits > 0 && ("waits" as const), pageFailed && ("pageFailed" as const)];
  return { blocking, advice: advice.filter((one) => one !== false) };
}
