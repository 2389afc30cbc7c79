type BuildStatus = "queued" | "running" | "succeeded" | "failed";

export interface Shown {
  kind: "draft" | "older" | "failed" | "building";
  /** The revision to show; null when there is none yet. */
  revision: string | null;
}

/** Which revision a preview shows, and why: the draft when it is built, else the last one that was. */
export function shown(status: BuildStatus, lastGreen: string | null, draft: string): Shown {
  switch (status) {
    case "succeeded":
      return { kind: "draft", revision: draft };
    case "failed":
      return { kind: "failed", revision: lastGreen };
    case "queued":
    case "running":
      return { kind: lastGreen ? "older" : "building", revision: lastGreen };
  }
}
