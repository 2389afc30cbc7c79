import type { NodeState } from "@/domain/planning";
import { staleWhy } from "@/domain/stale";

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

const NAMED = { unproven: "called done without evidence", unresolved: "waits for something unknown", risky: "high risk", asked: "open question", talked: "Talked about last" } as const;
const WHOLE = { draft: "The draft does not build.", page: "A visitor's browser reported an error of the draft's page." } as const;
const PHASE = /^(.+) \((planned|in progress|blocked|done)(, active)?\)$/;
const FAILED = /^(.+): failed \(([A-Z_]+|None)\)$/;

/** A line of a snapshot, out of the server's own words where those are known, so that it can be said in another language. */
export type SnapshotLine =
  | { kind: keyof typeof NAMED | "failed"; about: string }
  | { kind: keyof typeof WHOLE }
  | { kind: "phase"; about: string; state: NodeState; active: boolean }
  | { kind: "stale"; about: string; why: string }
  | { kind: "said"; words: string };

export function snapshotLine(part: SnapshotPart | null, line: string): SnapshotLine {
  const [, phase, state, active] = (part === "phases" && PHASE.exec(line)) || [];
  if (phase && state) return { kind: "phase", about: phase, state: state.replace(" ", "_") as NodeState, active: active !== undefined };
  const named = (Object.keys(NAMED) as (keyof typeof NAMED)[]).find((one) => line.startsWith(`${NAMED[one]}: `));
  if (named && (part === "risks" || part === "phases")) return { kind: named, about: line.slice(NAMED[named].length + 2) };
  if (part !== "risks") return { kind: "said", words: line };
  const whole = (Object.keys(WHOLE) as (keyof typeof WHOLE)[]).find((one) => WHOLE[one] === line);
  if (whole) return { kind: whole };
  const failed = FAILED.exec(line)?.[1];
  if (failed) return { kind: "failed", about: failed };
  const at = line.lastIndexOf(": ");
  return at > 0 && staleWhy(line.slice(at + 2)).kind !== "said" ? { kind: "stale", about: line.slice(0, at), why: line.slice(at + 2) } : { kind: "said", words: line };
}

/** Whether a line is of what stands beside the snapshot in more words, each with the way there. */
export const isUnknown = (line: string) => line.startsWith("open question: ") || line.endsWith(", which a published app here has not");

/** The counts of a snapshot that are shown, in their order. */
export const METRICS = ["open_tasks", "tasks_in_progress", "tasks_done", "plan_nodes", "plan_nodes_done", "stale", "decisions", "runs_in_progress", "runs_failed"] as const;
export type Metric = (typeof METRICS)[number];
