import type { RunEvent } from "@api/index";
import { describe, expect, it } from "vitest";
import { en } from "@/messages/en";
import { fold } from "@/run/fold";
import { lines } from "@/run/lines";
import { verbOf } from "@/run/verbOf";
import { EMPTY_RUN, type RunView, type ToolEntry } from "@/run/view";
import { EVENTS, KINDS } from "@/testing/stream";

const folded = (events: readonly RunEvent[], from: RunView = EMPTY_RUN) => events.reduce(fold, from);
const WHOLE = folded(EVENTS);
const at = (type: RunEvent["type"]) => EVENTS.findIndex((event) => event.type === type);
const tool = (view: RunView, id: string) => view.entries.find((entry) => entry.kind === "tool" && entry.id === id);
const time = (seq: number) => EVENTS[seq - 1]?.at ?? "";
const CUTS = EVENTS.map((_, cut) => cut);

describe("the recorded run", () => {
  it("says every kind of event there is", () => {
    expect(new Set(EVENTS.map((event) => event.type))).toEqual(new Set(Object.keys(KINDS)));
  });

  it("becomes what a person sees", () => {
    expect(WHOLE.entries.map((entry) => (entry.kind === "note" ? entry.note.type : `${entry.kind} ${entry.id}`))).toEqual([
      "continued",
      "reasoning r1",
      "text t1",
      "tool c1",
      "tool c2",
      "diagnostics",
      "fixed",
      "retry",
      "evaluation",
      "tool c3",
      "tool c4",
      "revision",
    ]);
    expect(WHOLE).toMatchObject({
      seq: EVENTS.length,
      runId: "run_1",
      conversationId: "conv_1",
      stage: "edit",
      stageMessage: "Editing",
      plan: ["Look", "Change"],
      error: "The provider did not answer.",
      approval: null,
      segment: "over",
      build: { status: "failed" },
      verdict: { ok: false },
      diff: { diff_id: "diff_1" },
      usage: { total_tokens: 100 },
      state: { plan: [] },
      done: { status: "completed", revision_id: "rev_2" },
    });
  });

  it("puts words together, and closes them", () => {
    const words = WHOLE.entries.filter((entry) => entry.kind === "text" || entry.kind === "reasoning");
    expect(words).toEqual([
      { kind: "reasoning", id: "r1", text: "Let me think.", open: false, at: time(6), ended: time(9) },
      { kind: "text", id: "t1", text: "I **look**.", open: false, at: time(10), ended: time(13) },
    ]);
  });

  it("tells how each call went; one without an answer was stopped", () => {
    expect(tool(WHOLE, "c1")).toMatchObject({ state: "done", input: { path: "src/App.tsx" }, output: "text", draft: "" });
    expect(tool(WHOLE, "c2")).toMatchObject({ state: "failed", error: "no such text" });
    expect(tool(WHOLE, "c3")).toMatchObject({ state: "done", approval: "a1", output: "deleted" });
    expect(tool(WHOLE, "c4")).toMatchObject({ state: "stopped" });
  });

  it("says which checks failed of a step that was to finish it", () => {
    const says = (type: string, more: object) => ({ type, stage: "test", at: time(1), ...more });
    const events = [
      says("tool-input-available", { toolCallId: "f1", toolName: "finish", input: {} }),
      says("data-diagnostics", { data: { ok: false, source: "page", diagnostics: [{ message: "boom" }] } }),
      says("data-diagnostics", { data: { ok: true, source: "tests", diagnostics: [{ message: "known" }] } }),
      says("tool-output-error", { toolCallId: "f1", errorText: "The checks failed: page." }),
    ].map((event, at) => ({ ...event, seq: at + 1 }) as unknown as RunEvent);
    const call = tool(folded(events), "f1") as ToolEntry;
    expect([call.refused, verbOf(en, call), verbOf(en, { ...call, refused: [] })]).toEqual([["page"], "Not finished yet: Page", "Not finished yet"]);
  });

  it("waits for a person, and goes on when somebody answered", () => {
    const end = at("finish") + 1;
    const waiting = folded(EVENTS.slice(0, end));
    expect(waiting).toMatchObject({ segment: "waits", approval: { step_id: "c3" }, done: { status: "awaiting_approval" } });
    expect(tool(waiting, "c3")).toMatchObject({ state: "waiting" });
    const going = fold(waiting, EVENTS[end] as RunEvent);
    expect(going).toMatchObject({ segment: "open", approval: null, done: null });
    expect(tool(going, "c3")).toMatchObject({ state: "running" });
  });
});

describe("whatever the stream does", () => {
  it.each(CUTS)("cut after event %i and taken up anywhere before, it is the whole view", (cut) => {
    const before = folded(EVENTS.slice(0, cut));
    for (const from of CUTS.slice(0, cut + 1)) expect(folded(EVENTS.slice(from), before)).toEqual(WHOLE);
  });

  it("is the same when every event comes twice, and changes nothing then", () => {
    let view = EMPTY_RUN;
    for (const event of EVENTS) {
      view = fold(view, event);
      expect(fold(view, event)).toBe(view);
    }
    expect(view).toEqual(WHOLE);
  });

  it("never changes a view that was given away", () => {
    const views = EVENTS.reduce<RunView[]>((given, event) => [...given, freeze(fold(given.at(-1) ?? EMPTY_RUN, event))], []);
    expect(views.at(-1)).toEqual(WHOLE);
  });

  it("passes over what a newer server says", () => {
    const unknown = { ...EVENTS[0], type: "data-of-tomorrow", seq: 1, data: {} } as unknown as RunEvent;
    expect(fold(EMPTY_RUN, unknown)).toEqual({ ...EMPTY_RUN, seq: 1, stage: "edit", startedAt: time(1), stageAt: time(1) });
  });

  it("passes over the end of what it saw no beginning of", () => {
    const late = EVENTS.filter(({ type }) => type === "text-delta" || type === "tool-output-available" || type === "text-end");
    expect(folded(late).entries).toEqual([]);
  });
});

describe("lines", () => {
  it("tell calls that follow each other as one, and leave out what says nothing", () => {
    const kinds = lines(WHOLE.entries).map((line) => (line.kind === "tools" ? line.calls.map((call) => call.id) : line.kind));
    expect(kinds).toEqual(["note", "reasoning", "text", ["c1", "c2"], "note", "note", "note", "note", ["c3", "c4"], "note"]);
    expect(lines([{ kind: "text", id: "t", text: "  ", open: true, at: "", ended: null }])).toEqual([]);
  });
});

function freeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

it("counts no waiting in the queue as work", () => {
  const event = (seq: number, stage: string, time: string) => ({ ...EVENTS[0]!, seq, stage, at: time }) as RunEvent;
  const waiting = fold(EMPTY_RUN, event(1, "queued", "2026-01-01T10:00:00Z"));
  const working = fold(waiting, event(2, "edit", "2026-01-01T10:01:00Z"));
  expect(working.startedAt).toBe("2026-01-01T10:01:00Z");
  expect(fold(working, event(3, "build", "2026-01-01T10:02:00Z")).startedAt).toBe("2026-01-01T10:01:00Z");
});
