import type { Mention } from "@/run/mentions";

/** Where plans and tasks lead to. */
export interface PlanLeads {
  toTasks: (node: string) => void;
  toTask: (task: string) => void;
  toNode: (node: string) => void;
  toRevision: (revision: string) => void;
  toFile: (path: string, revision: string) => void;
  toRun: (run: string) => void;
  toPilot: () => void;
  toPreview: () => void;
  toPublish: () => void;
  /** Puts words for the agent into the message box, and beside it what they are about. */
  onAsk: (words: string, about: Omit<Mention, "id">) => void;
}
