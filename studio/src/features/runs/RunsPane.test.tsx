import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, describe, it, vi } from "vitest";
import type { RunDetail } from "@/data/runs";
import type { Workspace } from "@/data/workspace";
import type { RunsPlace } from "@/domain/place";
import { RunsPane } from "@/features/runs/RunsPane";
import { LISTED_RUN, RUN, STEP } from "@/testing/runs";
import { type Answers, Refusal, show } from "@/testing/show";

const LIST = "GET /projects/app_1/runs";
const READ = "GET /runs/run_1";
const WORKSPACE = { app: { id: "app_1" }, draft: { id: "rev_2" } } as unknown as Workspace;
const links = { toChat: vi.fn(), toRevision: vi.fn(), toDiff: vi.fn() };

async function open(answers: Answers, place: RunsPlace = {}) {
  const onPlace = vi.fn();
  const asked = await show(<RunsPane workspace={WORKSPACE} place={place} onPlace={onPlace} links={links} />, answers);
  return { asked, onPlace };
}
const one = (over: Partial<RunDetail>, answers: Answers = {}) => open({ [READ]: () => ({ ...RUN, ...over }), ...answers }, { run: "run_1" });
const button = (name: string) => screen.getByRole("button", { name });

describe("the list of runs", () => {
  it("says that there are none, that none is so, and that they could not be loaded", async () => {
    await open({ [LIST]: () => ({ items: [], next_cursor: null }) });
    await screen.findByText("No runs yet");
    const { onPlace } = await open({ [LIST]: () => ({ items: [], next_cursor: null }) }, { state: "failed" });
    fireEvent.click(await screen.findByRole("button", { name: "Show all runs" }));
    expect(onPlace).toHaveBeenCalledWith({});
    await open({ [LIST]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("The runs could not be loaded. Nothing of them is lost.");
  });

  it("shows what each was, took and cost, and opens one", async () => {
    const { onPlace } = await open({ [LIST]: () => ({ items: [LISTED_RUN], next_cursor: null }) }, { type: "implement_feature" });
    const row = await screen.findByRole("row", { name: /Make it blue/ });
    for (const said of ["Done", "Feature", "ann", "1 min", "$0.0123"]) expect(within(row).getByText(said)).toBeTruthy();
    fireEvent.click(within(row).getByRole("button"));
    expect(onPlace).toHaveBeenCalledWith({ type: "implement_feature", run: "run_1" });
  });

  it("keeps one filter when the other is set", async () => {
    const { onPlace } = await open({ [LIST]: () => ({ items: [LISTED_RUN], next_cursor: null }) }, { type: "fix_bug" });
    fireEvent.change(screen.getByLabelText("Status"), { target: { value: "failed" } });
    expect(onPlace).toHaveBeenCalledWith({ state: "failed", type: "fix_bug" });
  });

  it("asks for the runs of one kind of worker, and for all again", async () => {
    const { asked, onPlace } = await open({ [LIST]: () => ({ items: [], next_cursor: null }) }, { actor: "test_worker", state: "failed" });
    await screen.findByText("No run matches these filters.");
    expect(asked[0]?.query).toMatchObject({ actor: "test_worker", status: "failed" });
    fireEvent.change(screen.getByLabelText("Done by"), { target: { value: "" } });
    expect(onPlace).toHaveBeenCalledWith({ state: "failed" });
  });
});

describe("a run", () => {
  it("shows its outcome, its steps, and leads to what it made", async () => {
    const change = { path: "src/a.ts", old_path: null, status: "added", additions: 1, deletions: 0, binary: false, folded: false, hunks: [{ index: 0, header: "@@ -0,0 +1 @@", lines: ["+made here"] }] };
    await one({}, { "GET /runs/run_1/diff": () => ({ run_id: "run_1", step_id: "c1", files: [change], truncated: false }) });
    await screen.findByText("blue");
    fireEvent.click(button("See the revision"));
    expect(links.toRevision).toHaveBeenCalledWith("rev_2");
    fireEvent.click(button("See it in the conversation"));
    expect(links.toChat).toHaveBeenCalledWith("conv_1", "turn_1");
    fireEvent.click(screen.getByText("src/a.ts"));
    await screen.findByText("made here");
  });

  it("of another app is not shown in this one", async () => {
    await one({ app_id: "app_2" });
    await screen.findByText("There is no such run here.");
    expect(screen.queryByText("Make it blue")).toBeNull();
  });

  it("that waits is answered whole or by its step, with words", async () => {
    const waits = [STEP, { ...STEP, id: "c2", summary: "delete_file src/b.ts" }].map((step) => ({ ...step, status: "needs_approval" as const, diff: "-old" }));
    const { asked } = await one({ status: "awaiting_approval", finished_at: null, steps: waits, waiting_steps: ["c1", "c2"] }, { "POST /runs/run_1/advance": () => LISTED_RUN });
    await screen.findByText("It waits for your word on 2 steps");
    fireEvent.change(screen.getByLabelText("Your words to it (optional)"), { target: { value: "Not this one." } });
    fireEvent.click(within(screen.getByRole("group", { name: "delete_file src/b.ts" })).getByRole("button", { name: "Skip it" }));
    await waitFor(() => expect(asked.some(({ route }) => route === "POST /runs/run_1/advance")).toBe(true));
    expect(asked.find(({ route }) => route.startsWith("POST"))?.body).toEqual({ allow_host: false, approval: "skip", step_id: "c2", feedback: "Not this one." });
  });

  it("with several steps that wait has one answer to all of them before the first, and none is told as done", async () => {
    const waits = [STEP, { ...STEP, id: "c2", summary: "write_file src/b.ts" }].map((step) => ({ ...step, tool: "write_file", status: "needs_approval" as const, diff: "+new" }));
    const { asked } = await one({ status: "awaiting_approval", finished_at: null, steps: waits, waiting_steps: ["c1", "c2"] }, { "POST /runs/run_1/advance": () => LISTED_RUN });
    const all = await screen.findByRole("button", { name: "Allow all" });
    const first = screen.getAllByRole("button", { name: "Allow" })[0];
    expect(first && all.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByText(/^Writing/)).toHaveLength(2);
    expect(screen.queryByText(/^Wrote/)).toBeNull();
    fireEvent.click(all);
    await waitFor(() => expect(asked.find(({ route }) => route.startsWith("POST"))?.body).toMatchObject({ approval: "approve" }));
  });

  it("whose steps are still being written asks nothing yet", async () => {
    await one({ status: "planned", awaits_start: true, role: "manager", steps: [], finished_at: null });
    await screen.findByText("Its steps are being written. Nothing is asked of you yet.");
    expect(screen.queryByRole("button", { name: "Let it begin" })).toBeNull();
  });

  it("that was planned waits for its start", async () => {
    const { asked } = await one({ status: "planned", awaits_start: true, steps: [], finished_at: null }, { "POST /runs/run_1/advance": () => LISTED_RUN });
    fireEvent.click(await screen.findByRole("button", { name: "Let it begin" }));
    await waitFor(() => expect(asked.find(({ route }) => route.startsWith("POST"))?.body).toEqual({ allow_host: false, approval: "approve" }));
  });

  it("that failed says why and is gone on with after a second word", async () => {
    const { asked, onPlace } = await one(
      { status: "failed", summary: "It does not compile.", failure_code: "COMPILE_FAILED", revision_id: null },
      { "POST /runs/run_1/resume": () => ({ ...LISTED_RUN, run_id: "run_2" }) },
    );
    await screen.findByText(/It does not compile. \(COMPILE_FAILED\)/);
    fireEvent.click(button("Go on with it"));
    expect(asked.some(({ route }) => route.startsWith("POST"))).toBe(false);
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Go on with it" }));
    await waitFor(() => expect(onPlace).toHaveBeenCalledWith({ run: "run_2" }));
  });

  it("is taken back only after it is seen what that changes, and says why not", async () => {
    const line = { id: "rev_3", label: null, message: "Later work", origin: "save", created_by: "ann", created_at: "2026-01-01T11:00:00Z", run_id: null };
    const plan = { undoes: line, files: [{ path: "src/a.ts", additions: 0, deletions: 3 }], later: [line], applies: true, conflicts: [], revision: null };
    const { asked } = await one({}, { "GET /runs/run_1/rollback": () => plan, "POST /runs/run_1/rollback": () => new Refusal(409, { code: "MERGE_CONFLICT", detail: "src/a.ts clashes." }) });
    fireEvent.click(await screen.findByRole("button", { name: "Take it back" }));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("Later work");
    expect(within(dialog).getByText("-3")).toBeTruthy();
    expect(asked.some(({ route }) => route.startsWith("POST"))).toBe(false);
    fireEvent.click(within(dialog).getByRole("button", { name: "Take it back" }));
    await within(dialog).findByText(/src\/a.ts clashes/);
  });

  it("cannot be taken back where later work clashes, and the files are named", async () => {
    await one({}, { "GET /runs/run_1/rollback": () => ({ files: [], later: [], applies: false, conflicts: ["src/a.ts"] }) });
    fireEvent.click(await screen.findByRole("button", { name: "Take it back" }));
    const dialog = await screen.findByRole("dialog");
    await within(dialog).findByText("src/a.ts");
    expect(within(dialog).queryByRole("button", { name: "Take it back" })).toBeNull();
  });

  it("tells what each call of a model used when asked", async () => {
    const call = { id: "msg_1", agent: "vibecoder", role: "assistant", content: "I look.", token_usage: { model: "gpt", total_tokens: 900, cost_usd: 0.01 } };
    await one({}, { "GET /runs/run_1/messages": () => ({ items: [call], next_cursor: null }) });
    fireEvent.click(await screen.findByText("Calls of models"));
    await screen.findByText("900 tokens");
  });
});
