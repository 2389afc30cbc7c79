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

/** The revision that stands in a preview and, over it, a run's page of a tree. */
interface Seen {
  revision: string | null;
  tree: string | null;
}

/** The revision that could, the draft's tree, and the tree of which a run has a page. */
interface Ready {
  revision: string | null;
  tree: string;
  page: string | null;
}

/** Whether there is something to show that is not seen yet. A run that has only begun has nothing; what it grew before one's eyes is seen. */
export function hasNewer(seen: Seen, ready: Ready, atWork: boolean): boolean {
  if (atWork && ready.page !== null && ready.page !== seen.tree) return true;
  if (seen.tree === null) return seen.revision !== ready.revision;
  return !atWork && seen.revision !== ready.revision && seen.tree !== ready.tree;
}
