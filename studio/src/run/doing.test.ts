import type { RunEvent } from "@api/index";
import { describe, expect, it } from "vitest";
import { de } from "@/messages/de";
import { en } from "@/messages/en";
import { doingLine, doingOf, doingWord, isByModel } from "@/run/doing";
import { fold } from "@/run/fold";
import { EMPTY_RUN } from "@/run/view";

type Told = { type: RunEvent["type"]; stage?: string } & Record<string, unknown>;
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, second)).toISOString();
const seen = (...told: Told[]) =>
  doingOf(told.map((one, index) => ({ request_id: "r", stage: "inspect", at: at(index), ...one, seq: index + 1 }) as unknown as RunEvent).reduce(fold, EMPTY_RUN));
const begins = (toolCallId: string, toolName: string): Told => ({ type: "tool-input-start", toolCallId, toolName });
const more = (toolCallId: string, inputTextDelta: string): Told => ({ type: "tool-input-delta", toolCallId, inputTextDelta });
const whole = (toolCallId: string, toolName: string): Told => ({ type: "tool-input-available", toolCallId, toolName, input: { path: "src/a.ts" } });
const ASKED: Told = { type: "start-step" };

describe("what a run is at, while the server's word is still that of the step before", () => {
  it.each([
    ["is thought while nothing of the answer is there", [ASKED], "Thinking"],
    ["is thought while thoughts come, and behind them", [ASKED, { type: "reasoning-start", id: "r" }, { type: "reasoning-end", id: "r" }], "Thinking"],
    ["is an answer while words come", [ASKED, { type: "text-start", id: "t" }], "Writing an answer"],
    ["is the code before it is known of which file", [ASKED, begins("c1", "write_file"), more("c1", '{"pa')], "Writing the code"],
    ["is a file as soon as its name is there", [ASKED, begins("c1", "write_file"), more("c1", '{"path": "src/App.tsx", "content": "imp')], "Writing src/App.tsx"],
    ["is the file at the pen, and which it is", [ASKED, begins("c1", "write_file"), more("c1", '{"path": "src/a.ts"}'), begins("c2", "edit_file"), more("c2", '{"path": "src/b.ts"')], "Editing src/b.ts (file 2)"],
    ["counts a file once", [ASKED, begins("c1", "edit_file"), more("c1", '{"path": "src/a.ts"}'), begins("c2", "edit_file"), more("c2", '{"path": "src/a.ts"')], "Editing src/a.ts"],
    ["is another call by its name", [ASKED, begins("c1", "read_file"), more("c1", '{"path": "src/a.ts"')], "Reading src/a.ts"],
    ["is the tool behind the one that knows them all", [ASKED, begins("c1", "more"), more("c1", '{"tool": "update_state", "arguments": "{')], "Noting"],
    ["is a look at what there is, where nothing is asked of it yet", [ASKED, begins("c1", "more"), more("c1", '{"tool": "update_state", "arguments": null}')], "Looking up more tools"],
    ["is the tool behind it that wants nothing said", [ASKED, begins("c1", "more"), more("c1", '{"tool": "design_guide", "arguments": null}')], "Reading the design guide"],
    ["is thought again where the answer was cut", [ASKED, begins("c1", "write_file"), { type: "data-retry", data: { attempt: 2, reason: "x" } }], "Thinking"],
    ["is the code between two files that are each told whole", [ASKED, begins("c1", "write_file"), whole("c1", "write_file")], "Writing src/a.ts"],
    ["counts the files that were told whole before", [ASKED, begins("c1", "write_file"), whole("c1", "write_file"), begins("c2", "write_file"), more("c2", '{"path": "src/b.ts"')], "Writing src/b.ts (file 2)"],
    ["is the server's word once the answer is there", [ASKED, begins("c1", "write_file"), whole("c1", "write_file"), { type: "tool-output-available", toolCallId: "c1", output: "ok" }], "Looking around"],
    ["is the server's word while its worker builds", [ASKED, begins("c1", "verify"), whole("c1", "verify"), { type: "data-stage", stage: "build", data: { stage: "build", message: "" } }], "Building"],
    ["is the server's word behind the step", [ASKED, { type: "text-start", id: "t" }, { type: "text-end", id: "t" }, { type: "finish-step" }], "Looking around"],
  ] as const)("%s", (_, told, words) => {
    expect(doingLine(seen(...(told as readonly Told[])), en)).toBe(words);
  });

  it.each(["plan", "evaluate", "repair"] as const)("is what the model was asked for (%s) until its answer comes", (stage) => {
    expect(doingWord(seen({ ...ASKED, stage }), de)).toBe(de.stages[stage]);
    expect(doingWord(seen({ ...ASKED, stage }, { ...begins("c1", "write_file"), stage }), de)).toBe("Schreibt den Code");
  });

  it("is no plan any more when a tool has run", () => {
    const planned = [begins("c1", "update_state"), { type: "tool-output-available", toolCallId: "c1", output: "ok" }] as const;
    expect(doingWord(seen(...[ASKED, ...planned, ASKED].map((one) => ({ ...one, stage: "plan" }))), en)).toBe("Thinking");
  });

  it("is timed from where it began, and said to be long where a model does it", () => {
    const writing = seen(ASKED, { type: "text-start", id: "t" }, begins("c1", "write_file"), begins("c2", "write_file"));
    expect(writing.since).toBe(at(2));
    expect([writing, seen(ASKED), seen({ type: "data-stage", stage: "build", data: { stage: "build", message: "" } })].map(isByModel)).toEqual([true, true, false]);
  });
});
