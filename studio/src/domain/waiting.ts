import { type PatchFile, parsePatch } from "@/domain/patch";
import { changeOf } from "@/domain/toolChange";

export interface AskedStep {
  tool: string;
  arguments: string;
  diff: string | null;
  request?: object | null | undefined;
}

interface CheckQuestion {
  question: string;
  why: string;
  findings: readonly string[];
  /** Whether the run may be tried further; else it can only be kept or stopped. */
  mayGoOn: boolean;
}

/** What a run waits with, as people read it. */
export type Waiting =
  | { kind: "command"; command: string }
  | { kind: "writes" | "deletes"; files: readonly PatchFile[] }
  | { kind: "request" }
  | { kind: "question"; asked: CheckQuestion }
  | { kind: "other"; text: string };

export function waitingFor(step: AskedStep): Waiting {
  const given = read(step.arguments);
  if (step.tool === "checks_failed") return { kind: "question", asked: asked(given) };
  if (step.request) return { kind: "request" };
  if (step.tool === "run_command") return { kind: "command", command: said(given["command"]) };
  const files = step.diff ? parsePatch(step.diff) : changeOf({ name: step.tool, input: given });
  if (files.length === 0) return { kind: "other", text: step.arguments };
  return { kind: files.every(({ status }) => status === "deleted") ? "deletes" : "writes", files };
}

function asked(given: Record<string, unknown>): CheckQuestion {
  const findings = Array.isArray(given["findings"]) ? given["findings"].map(said).filter(Boolean) : [];
  return { question: said(given["question"]), why: said(given["why"]), findings, mayGoOn: given["may_go_on"] === true };
}

function read(text: string): Record<string, unknown> {
  try {
    return record(JSON.parse(text));
  } catch {
    return {};
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function said(value: unknown): string {
  return typeof value === "string" ? value : "";
}
