import type { RunState, TaskState } from "@/domain/place";

/** Where the autopilot and the overview lead to. */
export interface PilotLeads {
  toPlan: (node?: string) => void;
  toTasks: (todo?: TaskState) => void;
  toTask: (task: string) => void;
  toRun: (run: string) => void;
  toRuns: (state?: RunState) => void;
  toProject: () => void;
  toUsage: () => void;
  toPilot: () => void;
  toPreview: () => void;
  toPublish: () => void;
  /** Puts words for the agent into the message box. */
  onAsk: (words: string) => void;
  /** Has the plan explained in the conversation; done when it was asked. */
  onExplain: () => Promise<void>;
}
