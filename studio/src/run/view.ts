import type { RunEvent, Schemas } from "@api/index";

export type Stage = RunEvent["stage"];
export type Done = Schemas["DoneData"];
export type Diagnostic = Schemas["Diagnostic"];
export type Check = Schemas["DiagnosticsData"]["source"];

export interface TextEntry {
  kind: "text" | "reasoning";
  id: string;
  text: string;
  open: boolean;
  /** When it began and ended, as the server says. */
  at: string;
  ended: string | null;
}

export interface ToolEntry {
  kind: "tool";
  id: string;
  name: string;
  /** What has come of the arguments, as JSON that may be cut; `input` when it is whole. */
  draft: string;
  input?: unknown;
  output?: unknown;
  error?: string;
  /** Which checks it did not pass, where it failed for that. */
  refused?: readonly Check[];
  /** The approval that it waits for. */
  approval?: string;
  state: "writing" | "running" | "waiting" | "done" | "failed" | "stopped";
  at: string;
  ended: string | null;
}

export interface NoteEntry {
  kind: "note";
  id: string;
  note:
    | { type: "diagnostics"; data: Schemas["DiagnosticsData"] }
    | { type: "evaluation"; data: Schemas["EvaluationData"] }
    | { type: "retry"; data: Schemas["RetryData"] }
    | { type: "fixed"; data: { message: string } }
    | { type: "continued"; data: Schemas["ContinuedData"] }
    | { type: "revision"; data: Schemas["RevisionData"] };
}

export type Entry = TextEntry | ToolEntry | NoteEntry;

/** What is seen of one run. Made of its events alone, so live, replay and history are equal. */
export interface RunView {
  /** The last event that was folded in; a stream is resumed behind it. */
  seq: number;
  runId: string | null;
  conversationId: string | null;
  stage: Stage;
  stageMessage: string;
  /** When the run said its first word, and when its stage began; null before. */
  startedAt: string | null;
  stageAt: string | null;
  /** Since when a model's answer is waited for or comes; null while none is. */
  answering: string | null;
  entries: readonly Entry[];
  plan: Schemas["PlanData"]["plan"];
  build: Schemas["BuildData"] | null;
  verdict: Schemas["VerdictData"] | null;
  approval: Schemas["ApprovalData"] | null;
  diff: Schemas["DiffData"] | null;
  /** The run's newest tree, which may be shown before its build. */
  draft: Schemas["DraftPageData"] | null;
  usage: Schemas["RunUsage"] | null;
  state: Schemas["StateData"]["state"] | null;
  done: Done | null;
  error: string | null;
  /** A stream ends where a person is waited for, and where nothing more will come. */
  segment: "open" | "waits" | "over";
}

export const EMPTY_RUN: RunView = {
  seq: 0,
  runId: null,
  conversationId: null,
  stage: "queued",
  stageMessage: "",
  startedAt: null,
  stageAt: null,
  answering: null,
  entries: [],
  plan: [],
  build: null,
  verdict: null,
  approval: null,
  diff: null,
  draft: null,
  usage: null,
  state: null,
  done: null,
  error: null,
  segment: "open",
};
