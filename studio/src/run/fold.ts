import type { RunEvent, Schemas } from "@api/index";
import { answered, append, change, closeAll, openText, refusedSince } from "@/run/entries";
import type { Entry, NoteEntry, RunView, ToolEntry } from "@/run/view";

/** The view after one more event. An event seen before changes nothing; one of a newer server is passed over. */
export function fold(view: RunView, event: RunEvent): RunView {
  if (event.seq <= view.seq) return view;
  return applied(at(goingOn(view), event), event);
}

/** The view at the event's number, stage and time. */
function at(view: RunView, event: RunEvent): RunView {
  const { seq, stage, at: moment } = event;
  const stageAt = view.stageAt === null || stage !== view.stage ? moment : view.stageAt;
  const hasWaited = view.stage === "queued" && stage !== "queued"; // waiting in the queue is no work
  return { ...view, seq, stage, startedAt: hasWaited ? moment : (view.startedAt ?? moment), stageAt, answering: answeringAt(view, event) };
}

/** A model is asked as a step begins, and again where its answer was cut; what is no part of an answer comes behind it. A call is whole before the next one is written, or at the end: as its provider says it. */
function answeringAt(view: RunView, { type, at: moment }: RunEvent): string | null {
  if (type === "start-step" || type === "data-retry") return moment;
  return PARTS.has(type) ? view.answering : null;
}

const PARTS: ReadonlySet<RunEvent["type"]> = new Set([
  "start",
  "text-start",
  "text-delta",
  "text-end",
  "reasoning-start",
  "reasoning-delta",
  "reasoning-end",
  "tool-input-start",
  "tool-input-delta",
  "tool-input-available",
]);

/** The view of a run that may say more. One that waited for a person was answered when it does. */
function goingOn(view: RunView): RunView {
  if (view.segment !== "waits") return view;
  return { ...view, entries: answered(view.entries), segment: "open", done: null, approval: null };
}

function applied(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case "start":
      return {
        ...view,
        runId: event.messageMetadata?.run_id ?? view.runId,
        conversationId: event.messageMetadata?.conversation_id ?? view.conversationId,
      };
    case "start-step":
    case "finish-step":
      return view;
    case "text-start":
      return withEntries(view, openText(view.entries, "text", event.id, event.at));
    case "reasoning-start":
      return withEntries(view, openText(view.entries, "reasoning", event.id, event.at));
    case "text-delta":
      return withEntries(view, change(view.entries, "text", event.id, (entry) => ({ ...entry, text: entry.text + event.delta })));
    case "reasoning-delta":
      return withEntries(
        view,
        change(view.entries, "reasoning", event.id, (entry) => ({ ...entry, text: entry.text + event.delta })),
      );
    case "text-end":
      return withEntries(view, change(view.entries, "text", event.id, (entry) => ({ ...entry, open: false, ended: event.at })));
    case "reasoning-end":
      return withEntries(view, change(view.entries, "reasoning", event.id, (entry) => ({ ...entry, open: false, ended: event.at })));
    case "tool-input-start":
      return withEntries(
        view,
        append(view.entries, begun(event)),
      );
    case "tool-input-delta":
      return withEntries(
        view,
        change(view.entries, "tool", event.toolCallId, (entry) => ({ ...entry, draft: entry.draft + event.inputTextDelta })),
      );
    case "tool-input-available":
      return withEntries(
        view,
        change(
          append(view.entries, begun(event)),
          "tool",
          event.toolCallId,
          (entry) => ({ ...entry, input: event.input, draft: "", state: "running" }),
        ),
      );
    case "tool-output-available":
      return withEntries(
        view,
        change(view.entries, "tool", event.toolCallId, (entry) => ({ ...entry, output: event.output, state: "done", ended: event.at })),
      );
    case "tool-output-error":
      return withEntries(
        view,
        change(view.entries, "tool", event.toolCallId, (entry) => ({
          ...entry,
          error: event.errorText,
          refused: refusedSince(view.entries, event.toolCallId),
          state: "failed",
          ended: event.at,
        })),
      );
    case "tool-approval-request":
      return withEntries(
        view,
        change(view.entries, "tool", event.toolCallId, (entry) => ({
          ...entry,
          approval: event.approvalId,
          state: "waiting",
        })),
      );
    case "error":
      return { ...view, error: event.errorText };
    case "abort":
      return { ...view, entries: closeAll(view.entries, event.at) };
    case "finish":
      return { ...view, entries: closeAll(view.entries, event.at), segment: view.done?.status === "awaiting_approval" ? "waits" : "over" };
    case "data-stage":
      return staged(view, event.seq, event.data);
    case "data-plan":
      return { ...view, plan: event.data.plan };
    case "data-build":
      return { ...view, build: event.data };
    case "data-verdict":
      return { ...view, verdict: event.data };
    case "data-approval":
      return { ...view, approval: event.data };
    case "data-diff":
      return { ...view, diff: event.data };
    case "data-draft-page":
      return { ...view, draft: event.data };
    case "data-usage":
      return { ...view, usage: event.data };
    case "data-state":
      return { ...view, state: event.data.state };
    case "data-done":
      return { ...view, done: event.data, usage: event.data.usage };
    case "data-diagnostics":
      return noted(view, event.seq, { type: "diagnostics", data: event.data });
    case "data-evaluation":
      return noted(view, event.seq, { type: "evaluation", data: event.data });
    case "data-retry":
      return noted(view, event.seq, { type: "retry", data: event.data });
    case "data-continued":
      return noted(view, event.seq, { type: "continued", data: event.data });
    case "data-revision":
      return noted(view, event.seq, { type: "revision", data: event.data });
    default:
      event satisfies never;
      return view;
  }
}

/** A new stage. A repair that says what it repaired was made without asking the model. */
function staged(view: RunView, seq: number, { stage, message }: Schemas["StageData"]): RunView {
  const now = { ...view, stage, stageMessage: message };
  return stage === "repair" && message ? noted(now, seq, { type: "fixed", data: { message } }) : now;
}

function begun(event: { toolCallId: string; toolName: string; at: string }): ToolEntry {
  return { kind: "tool", id: event.toolCallId, name: event.toolName, draft: "", state: "writing", at: event.at, ended: null };
}

function withEntries(view: RunView, entries: readonly Entry[]): RunView {
  return entries === view.entries ? view : { ...view, entries };
}

function noted(view: RunView, seq: number, note: NoteEntry["note"]): RunView {
  return { ...view, entries: append(view.entries, { kind: "note", id: `note-${seq}`, note }) };
}
