/** The sections that a snapshot has, as the API names them. */
export const SNAPSHOT_PARTS = { goals: "Goals", phases: "Active phases & status", decisions: "Key decisions & constraints", tasks: "Top open tasks", progress: "Recent progress", risks: "Top risks & unknowns" } as const;
export type SnapshotPart = keyof typeof SNAPSHOT_PARTS;

export interface SnapshotSection {
  /** Null for one that has no words of its own here. */
  part: SnapshotPart | null;
  title: string;
  /** Empty where nothing is known. */
  lines: readonly string[];
}

/** The sections of a snapshot's text: its headings, and the lines below each. */
export function sectionsOfSnapshot(text: string): SnapshotSection[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = "", ...rest] = section.split("\n");
      const part = (Object.keys(SNAPSHOT_PARTS) as SnapshotPart[]).find((one) => SNAPSHOT_PARTS[one] === title.trim()) ?? null;
      return { part, title: title.trim(), lines: rest.filter((line) => line.startsWith("- ")).map((line) => line.slice(2)) };
    });
}

/** The counts of a snapshot that are shown, in their order. */
export const METRICS = ["open_tasks", "tasks_in_progress", "tasks_done", "plan_nodes", "plan_nodes_done", "stale", "decisions", "runs_in_progress", "runs_failed"] as const;
export type Metric = (typeof METRICS)[number];
