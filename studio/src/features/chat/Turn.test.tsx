import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import type { Turn } from "@/data/workspace";
import { ApprovalCard } from "@/features/chat/ApprovalCard";
import { ChangedFiles } from "@/features/chat/ChangedFiles";
import { ClosedTurn } from "@/features/chat/ClosedTurn";
import { EndCard } from "@/features/chat/EndCard";
import { CallsLine } from "@/features/chat/CallsLine";
import { NoteLine } from "@/features/chat/NoteLine";
import { RunTurn } from "@/features/chat/RunTurn";
import { ToolLine } from "@/features/chat/ToolLine";
import { TurnEntry } from "@/features/chat/TurnEntry";
import type { NoteEntry, ToolEntry } from "@/run/view";
import { answers, type Asked, refusal, SERVER } from "@/testing/handlers";
import { show } from "@/testing/show";
import { EVENTS } from "@/testing/stream";

const RUN = "/runs/{run_id}" as const;
const STATE = answers("get", "/admin/apps/{app_id}/builder/state", {
  app: { id: "app_1", queued_run_ids: [] },
  draft: { build_status: "succeeded" },
  taken_back: ["rev_gone"],
  active_run: null,
  waiting_runs: [],
  pending_diffs: [{ id: "dif_1" }],
});
const PATCH = "diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-was\n+is\n";
const DELETED = "diff --git a/src/old.ts b/src/old.ts\ndeleted file mode 100644\n--- a/src/old.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-gone\n";
const CALL: ToolEntry = { kind: "tool", id: "c1", name: "edit_file", draft: "", input: { path: "src/a.ts" }, state: "running", at: "", ended: null };
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

describe("a call of a tool", () => {
  it("is said in the present while it runs, and in the past with its lines when it is done", async () => {
    const output = { text: "Done: src/a.ts.", changes: [{ path: "src/a.ts", status: "modified", additions: 12, deletions: 3 }], diff: PATCH };
    await show(
      <>
        <ToolLine entry={CALL} />
        <ToolLine entry={{ ...CALL, id: "c2", state: "done", output }} />
      </>,
      [],
    );
    expect(screen.getByText("Editing").textContent).toBe("Editingsrc/a.ts");
    const done = screen.getByText("Edited").closest("details") as HTMLDetailsElement;
    expect(done.textContent).toContain("+12 -3");
    done.open = true;
    expect(await within(done).findByText("is")).toBeTruthy();
    expect(within(done).getByText("Done: src/a.ts.")).toBeTruthy();
  });

  it("that nobody knows says its own name, and a long result only its beginning", async () => {
    await show(<ToolLine entry={{ ...CALL, name: "constructor", state: "failed", error: "e".repeat(50_000) }} />, []);
    const line = screen.getByText("constructor").closest("details") as HTMLDetailsElement;
    line.open = true;
    expect((await within(line).findByLabelText("Result")).textContent.length).toBeLessThan(4_000);
    press(/Show all/);
    expect(within(line).getByLabelText("Result").textContent).toHaveLength(50_000);
  });
});

const step = (id: string, part: object) => ({ id, tool: "write_file", arguments: "{}", diff: null, request: null, status: "needs_approval" as const, ...part });

/** A run that waits with these steps; each answer takes its step away. */
function waits(...steps: ReturnType<typeof step>[]) {
  const left = new Set(steps.map(({ id }) => id));
  return [
    answers("get", RUN, () => ({ steps, waiting_steps: [...left] })),
    answers("post", "/runs/{run_id}/advance", ({ body }: Asked) => {
      const { step_id: id } = body as { step_id: string | null };
      if (id) left.delete(id);
      else left.clear();
      return {};
    }),
    STATE,
  ];
}

describe("what waits for a person", () => {
  it("is shown whole, and answered with words", async () => {
    const onAnswered = vi.fn();
    const asked = await show(<ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={onAnswered} />, waits(step("c1", { diff: PATCH })));
    expect(await screen.findByText("It wants to change files")).toBeTruthy();
    expect(screen.getByText("is")).toBeTruthy();
    fireEvent.change(screen.getByLabelText(/Words to go with it/), { target: { value: "  Not the title " } });
    press("Skip it");
    await waitFor(() => expect(onAnswered).toHaveBeenCalledOnce());
    expect(asked.find(({ route }) => route === "POST /runs/run_1/advance")?.body).toEqual({ approval: "skip", feedback: "Not the title", step_id: "c1", allow_host: false });
  });

  it("says that it can go on only behind another run that is at work", async () => {
    const busy = answers("get", "/admin/apps/{app_id}/builder/state", { app: { id: "app_1", queued_run_ids: [] }, active_run: { id: "run_2" }, waiting_runs: [], pending_diffs: [] });
    await show(<ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={() => undefined} />, [busy, ...waits(step("c1", { diff: PATCH }))]);
    expect(await screen.findByText(/Another message is at work/)).toBeTruthy();
  });

  it("names the files of several before all their lines", async () => {
    const two = waits(step("c1", { diff: DELETED }), step("c2", { diff: PATCH }));
    await show(<ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={() => undefined} />, two);
    const list = (await screen.findByText("It is about 2 files:")).parentElement as HTMLElement;
    expect(within(list).getAllByRole("listitem").map((row) => row.textContent)).toEqual([expect.stringMatching(/\(deleted\)$/), expect.stringMatching(/\(changed\)$/)]);
  });

  it("of several each has its answer, and the focus goes on to the next", async () => {
    const onAnswered = vi.fn();
    const two = waits(step("c1", { diff: DELETED }), step("c2", { tool: "run_command", arguments: '{"command": "npx tool --fix"}' }));
    await show(<ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={onAnswered} />, two);
    await screen.findByText("--fix");
    press("Allow: It wants to delete a file");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("It wants to run"));
    expect(onAnswered).not.toHaveBeenCalled();
    press("Allow");
    await waitFor(() => expect(onAnswered).toHaveBeenCalledOnce());
  });

  it("keeps the words for the next while the answer before is still on its way", async () => {
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((wake) => (arrive = wake));
    let reads = 0;
    const slow = http.get(`${SERVER}/admin/apps/:app/builder/state`, async () => {
      if (reads++ > 0) await held;
      return HttpResponse.json({ app: { id: "app_1" }, pending_diffs: [] });
    });
    const [run, advance] = waits(step("c1", { diff: DELETED }), step("c2", { diff: PATCH }));
    const waiting = <ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={() => undefined} />;
    await show(<>{waiting}{card({ status: "cancelled" })}</>, [run, advance, slow].filter((one) => one !== undefined));
    await screen.findByText("It wants to change files");
    press("Skip it: It wants to delete a file");
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("It wants to change files"));
    const box = screen.getByLabelText<HTMLTextAreaElement>(/Words to go with it/);
    fireEvent.change(box, { target: { value: "Not the title" } });
    arrive();
    await waitFor(() => expect(screen.getByRole("button", { name: "Allow" }).getAttribute("aria-disabled")).toBe("false"));
    expect(box.value).toBe("Not the title");
  });

  it("that is a question says its facts and what each answer does", async () => {
    const asked = { question: "The change builds, but 2 tests fail.", why: "STUCK", findings: ["sum is wrong"], may_go_on: true };
    await show(
      <ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={() => undefined} />,
      waits(step("q", { tool: "checks_failed", arguments: JSON.stringify(asked) })),
    );
    expect(await screen.findByText("sum is wrong")).toBeTruthy();
    expect(["Keep it so", "Go on trying", "Stop the run"].map((name) => screen.getByRole("button", { name }).textContent)).toHaveLength(3);
  });

  it("stays when the answer was not taken", async () => {
    const [run] = waits(step("c1", { diff: PATCH }));
    const refused = answers("post", "/runs/{run_id}/advance", () => refusal(409, { code: "MERGE_CONFLICT", detail: "Others changed it." }));
    await show(<ApprovalCard app="app_1" run="run_1" approval="7" onAnswered={() => undefined} />, [...(run ? [run] : []), refused]);
    await screen.findByText("It wants to change files");
    press("Allow");
    expect((await screen.findByRole("alert")).textContent).toContain("Others changed it.");
  });
});

const ended = (part: Partial<Turn>) =>
  ({ app_id: "app_1", run_id: "run_1", conversation_id: "conv_1", prompt: "Make it blue", status: "failed", failure_code: null, diff_id: "dif_1", revision_id: null, summary: null, stopped_by: null, usage: { cost_usd: 2.004 }, ...part }) as Turn;
const card = (part: Partial<Turn>, newest = true) => <EndCard turn={ended(part)} files={3} error={null} newest={newest} />;
const BEGUN = answers("post", "/projects/{project_id}/runs", { id: "run_2" });
const body = (asked: { route: string; body: unknown }[], route: string) => asked.find((one) => one.route === route)?.body;

describe("a turn that ended early", () => {
  it("at its cap says what it cost, and goes on with a new cap from where it stopped", async () => {
    const stopped = answers("get", RUN, { stopped: "Two dollars were counted.", stopped_by: "dollars", bounds: { dollars: 2 } });
    const asked = await show(card({ failure_code: "BUDGET_EXCEEDED" }), [STATE, stopped, BEGUN]);
    const cap = await screen.findByLabelText("Dollars it may spend now");
    expect(screen.getByRole("group", { name: "Stopped at its limit." }).textContent).toContain("It cost $2.00. 3 changed files are kept");
    fireEvent.change(cap, { target: { value: "x" } });
    press("Go on, up to");
    fireEvent.change(cap, { target: { value: "1,5" } });
    press("Go on, up to");
    await screen.findByText("It goes on below.");
    const sent = { message: "Go on with the work.", conversation_id: "conv_1", start_from: "work", budget: { dollars: 1.5 } };
    expect(asked.filter(({ route }) => route === "POST /projects/app_1/runs").map((one) => one.body)).toEqual([sent]);
  });

  it("says how many files are kept of a run that told none", async () => {
    const files = [{ path: "src/a.ts" }, { path: "src/b.ts" }];
    const asked = await show(<EndCard turn={ended({ status: "cancelled" })} files={null} error={null} newest />, [STATE, answers("get", "/diffs/{diff_id}", { files })]);
    await waitFor(() => expect(screen.getByRole("group", { name: "Stopped." }).textContent).toContain("2 changed files are kept"));
    expect(asked.filter(({ route }) => route === "GET /diffs/dif_1")).toHaveLength(1);
  });

  it("says what became of its work: decided on, or taken back since", async () => {
    await show(
      <>
        {card({ id: "turn_1", status: "cancelled", diff_id: "dif_9" }, false)}
        {card({ id: "turn_2", stopped_by: "dollars", status: "completed", revision_id: "rev_gone" }, false)}
        <ClosedTurn turn={ended({ status: "completed", stopped_by: null, failure_code: null, revision_id: "rev_gone" })} onOpen={() => undefined} />
      </>,
      [STATE],
    );
    await waitFor(() => expect(screen.getAllByText(/Taken back since/)).toHaveLength(2));
    expect(screen.getByRole("group", { name: "Stopped." }).textContent).toContain("Proposal closed.");
    expect(screen.queryByText(/Kept as a new revision/)).toBeNull();
  });

  it.each([
    ["model_calls", "All 1,200 calls of the model were made."],
    ["tokens", "The next call would have gone above the limit of 90,000 tokens."],
    ["seconds", "Its 60 seconds were used."],
    ["budget", "The budget of all apps is used up."],
    [null, "In the server's words."],
  ] as const)("at the cap of %s says which it was", async (stopped_by, words) => {
    const bounds = { dollars: 2, model_calls: 1200, tokens: 90_000, seconds: 60 };
    await show(card({ failure_code: "BUDGET_EXCEEDED" }), [STATE, answers("get", RUN, { stopped: "In the server's words.", stopped_by, bounds })]);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("by a person's own word goes on with one click", async () => {
    const asked = await show(card({ status: "cancelled" }), [STATE, answers("post", "/runs/{run_id}/resume", { id: "run_2" })]);
    await screen.findByRole("link", { name: "Review" });
    press("Go on");
    await screen.findByText("It goes on below.");
    expect(asked.some(({ route }) => route === "POST /runs/run_1/resume")).toBe(true);
  });

  it("in a conflict starts over on the app as it is", async () => {
    const asked = await show(card({ failure_code: "MERGE_CONFLICT" }), [STATE, BEGUN]);
    fireEvent.click(await screen.findByRole("button", { name: "Start over on the app as it is" }));
    await screen.findByText("It goes on below.");
    expect(body(asked, "POST /projects/app_1/runs")).toEqual({ message: "Make it blue", conversation_id: "conv_1", start_from: "draft" });
  });

  it("says why it does not go on", async () => {
    const refused = answers("post", "/runs/{run_id}/resume", () => refusal(429, { code: "BUDGET_EXCEEDED", detail: "The day's budget is spent." }));
    await show(card({ failure_code: "STUCK" }), [STATE, refused]);
    fireEvent.click(await screen.findByRole("button", { name: "Go on" }));
    expect((await screen.findByRole("alert")).textContent).toContain("The day's budget is spent.");
  });

  it("offers nothing where it is not the newest, and says nothing where it came to its end", async () => {
    await show(
      <>
        {card({ failure_code: "STUCK" }, false)}
        {card({ status: "completed", revision_id: "rev_1", summary: "Done" })}
      </>,
      [STATE],
    );
    expect(screen.queryByRole("button")).toBeNull();
    expect(screen.getAllByRole("group", { name: /same fault/ })).toHaveLength(1);
  });
});

describe("a turn that came to its end", () => {
  const completed = ended({ status: "completed", stopped_by: null, diff_id: null, revision_id: "rev_1" });
  const told = EVENTS.map((event) => (event.type === "data-plan" ? { ...event, data: { plan: ["[x] Look", "Change"] } } : event));
  const stream = (events: readonly object[]) =>
    answers("get", "/admin/apps/{app_id}/builder/chat/{id}/stream", () => {
      const lines = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
      return new HttpResponse(`${lines.join("")}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } }) as Response;
    });
  const turn = (part: object = {}) => <RunTurn app="app_1" run={`run_${Math.random()}`} turn={{ ...completed, ...part }} live={false} status="completed" newest />;

  it.each([
    ["that nobody ticked is folded and claims nothing", EVENTS, "Plan: 2 steps", []],
    ["that its writer ticked says what was done", told, "Plan: 1 of 2 done", ["done: ", "not ticked: "]],
  ])("has a plan %s", async (_, events, words, states) => {
    await show(turn(), [STATE, stream(events)]);
    const plan = (await screen.findByText(words)).closest("details") as HTMLDetailsElement;
    expect(plan.open).toBe(false);
    expect([...plan.querySelectorAll("li .sr-only")].map((state) => state.textContent)).toEqual(states);
  });

  it("says what the agent assumed, also when it is folded, and of much only its beginning", async () => {
    const assumptions = ["Hours from nine to five", ...Array.from({ length: 6 }, (__, at) => `Guess ${at}`)];
    await show(
      <>
        {turn({ assumptions: ["Formal German"] })}
        <ClosedTurn turn={{ ...completed, assumptions } as Turn} onOpen={() => undefined} />
      </>,
      [STATE, stream(EVENTS)],
    );
    const [short, long] = screen.getAllByRole("group", { name: "What it assumed." });
    expect(within(short as HTMLElement).getByRole("listitem").textContent).toBe("Formal German");
    expect(within(long as HTMLElement).getAllByRole("listitem")).toHaveLength(5);
    press("Show 2 more");
    expect(within(long as HTMLElement).getAllByRole("listitem")).toHaveLength(7);
  });
});

describe("the files of a turn", () => {
  const change = {
    diff_id: null,
    contacts: [],
    base_revision_id: "rev_0",
    files: [{ path: "src/a.ts", status: "modified" as const, additions: 4, deletions: 1 }, ...Array.from({ length: 11 }, (_, at) => ({ path: `src/${at}.ts`, status: "added" as const, additions: 1, deletions: 0 }))],
  };

  it("are counted, opened in the code, and one is taken back after a second word", async () => {
    const back = answers("post", "/admin/apps/{app_id}/builder/revert-file", { id: "rev_2" });
    const asked = await show(<ChangedFiles app="app_1" change={change} revision="rev_1" newest />, [back, STATE]);
    expect(screen.getByText("12 files changed").textContent).toContain("+15 -1");
    expect(screen.getByRole("link", { name: "src/a.ts" }).getAttribute("href")).toBe("/apps/app_1?tab=code&file=src%2Fa.ts");
    press("Take src/a.ts back");
    press("Cancel");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Take src/a.ts back");
    press("Take src/a.ts back");
    press("Take it back");
    await screen.findByText("src/a.ts is as it was before.");
    expect(body(asked, "POST /admin/apps/app_1/builder/revert-file")).toEqual({ path: "src/a.ts", revision_id: "rev_0" });
    press("Show 9 more");
    expect(screen.getAllByRole("listitem")).toHaveLength(12);
  });

  it("are explained when that is asked", async () => {
    const said = answers("post", "/admin/apps/{app_id}/builder/explain", { summary: "It is blue.", rationale: "Because **you** asked.", assumptions: ["Calm"], files: [], text: "# It is blue." });
    const asked = await show(<ChangedFiles app="app_1" change={change} revision="rev_1" newest={false} />, [said, STATE]);
    expect(screen.queryByRole("button", { name: "Take src/a.ts back" })).toBeNull();
    (screen.getByText("Explain it").closest("details") as HTMLDetailsElement).open = true;
    expect((await screen.findByText("you")).tagName).toBe("STRONG");
    expect(screen.queryByText(/It is blue|Calm/)).toBeNull();
    expect(body(asked, "POST /admin/apps/app_1/builder/explain")).toEqual({ revision_id: "rev_1" });
  });
});

describe("what is not online yet", () => {
  const draft = { id: "rev_1", build_status: "succeeded" as const, origin: "chat" as const };
  const state = (more: object) =>
    answers("get", "/admin/apps/{app_id}/builder/state", { app: { id: "app_1", queued_run_ids: [], published_revision_id: null }, draft, taken_back: [], active_run: null, waiting_runs: [], pending_diffs: [], ...more });
  const app = (live: string) => ({ app: { id: "app_1", queued_run_ids: [], published_revision_id: live } });
  const question = ended({ prompt: "What is this?", status: "completed", summary: "A page.", diff_id: null });
  const spoken = { run: "run_1", author: "person" as const, prompt: "What is this?", at: "2026-01-01T10:00:00Z", attachments: [], turn: question, live: false, status: "completed" as const };
  const entry = (more: object = {}, newest = true) => <TurnEntry app="app_1" spoken={{ ...spoken, ...more }} newest={newest} place={1} of={1} />;

  it.each([
    ["nothing", {}, "Your app is not online yet."],
    ["an earlier version", app("rev_0"), "Visitors still see an earlier version."],
    ["all of it", app("rev_1"), null],
    ["nothing, and it is not built", { draft: { ...draft, build_status: "running" } }, null],
    ["nothing, and nothing was made", { draft: { ...draft, origin: "template" } }, null],
  ])("is offered below the newest turn, also one that changed nothing, where visitors see %s", async (_, more, said) => {
    const asked = await show(entry(), [state(more)]);
    await waitFor(() => expect(asked.some(({ route }) => route.endsWith("/builder/state"))).toBe(true));
    if (said) expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByRole("link", { name: "Publish" })?.getAttribute("href") ?? null).toBe(said && "/apps/app_1?publish=true");
  });

  it("is nothing after an undo to what is online: another revision, of the same files, built to the same", async () => {
    const made = { tree: "t1", dist_manifest: { files: [{ path: "index.html", sha256: "aa" }] } };
    const asked = await show(entry(), [
      state({ ...app("rev_0"), draft: { ...draft, tree: "t1" } }),
      answers("get", "/admin/apps/{app_id}/builder/revisions/{revision_id}", ({ params }) => ({ id: params["revision_id"] ?? "", ...made })),
      answers("get", "/admin/apps/{app_id}/publications", { items: [{ seq: 1, revision_id: "rev_0", at: "2026-01-01T10:00:00Z", by: "you", url: null }] }),
    ]);
    await waitFor(() => expect(asked.filter(({ route }) => route.includes("/revisions/rev_"))).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText("Visitors still see an earlier version.")).toBeNull());
  });

  it("is offered neither below an older turn nor below one at work", async () => {
    await show(
      <>
        {entry({}, false)}
        {entry({ turn: null, live: true, status: "running" })}
      </>,
      [state({})],
    );
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(2));
    expect(screen.queryByRole("link", { name: "Publish" })).toBeNull();
  });
});

describe("earlier work", () => {
  const note = (data: object) => <NoteLine note={{ type: "continued", data } as NoteEntry["note"]} />;

  it.each([
    [{ outcome: "continued", kind: "proposal", rebased: false, paths: [] }, "This goes on with the open proposal."],
    [{ outcome: "continued", kind: "unfinished", rebased: true, paths: [] }, "This goes on with the unfinished work before it. It was merged with the newer draft."],
    [{ outcome: "set_aside", kind: "rejected", rebased: false, paths: [] }, "This begins from the draft. What the turn before had done is kept as a proposal."],
    [{ outcome: "conflict", kind: "unfinished", rebased: false, paths: ["a.ts", "b.ts"] }, "This begins from the draft, since the work before does not fit it at a.ts, b.ts. That work is kept as a proposal."],
  ])("that a run begins with or not is said in our words: %#", async (data, words) => {
    await show(note({ ...data, message: "The server's own." }), []);
    expect(screen.getByText(words)).toBeTruthy();
  });
});

describe("the calls of a model", () => {
  it("each say who, what for, how much, and give their whole response as plain text", async () => {
    const usage = { prompt_tokens: 1_200, cached_tokens: 900, completion_tokens: 300, total_tokens: 1_500, cost_usd: 0.0123, model: "m-1", agent: "vibecoder" as const, iteration: 2 };
    const call = { id: "msg_2", agent: "vibecoder" as const, call: 2, iteration: 1, content: "I edit it.", patch_preview: PATCH, token_usage: usage };
    await show(<CallsLine app="app_1" run="run_1" calls={2} />, [
      answers("get", "/runs/{run_id}/messages", { items: [call, { id: "msg_0", agent: "user", call: 0, iteration: 0, content: "Hi" }], next_cursor: null }),
      answers("get", "/messages/{message_id}/full", { openai_response: { id: "resp_1", output: ["<b>not bold</b>"] } }),
    ]);
    (screen.getByText("2 model calls").closest("details") as HTMLDetailsElement).open = true;
    const row = (await screen.findByText("2. Builder")).closest("li") as HTMLElement;
    for (const badge of ["1.2K in", "900 cached", "300 out", "$0.0123", "m-1"]) expect(within(row).getByText(badge)).toBeTruthy();
    fireEvent.click(within(row).getByRole("button", { name: "Full response: 2" }));
    expect((await screen.findByLabelText("Full response")).textContent).toContain("<b>not bold</b>");
  });
});

describe("a run as it is told", () => {
  const stream = (upTo: number) =>
    answers("get", "/admin/apps/{app_id}/builder/chat/{id}/stream", () => {
      const told = EVENTS.slice(0, upTo).map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`);
      return new HttpResponse(`${told.join("")}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } }) as Response;
    });

  it.each(EVENTS.map((_, at) => at + 1))("cut behind event %i, it shows what came and a receipt", async (cut) => {
    await show(<RunTurn app="app_1" run="run_1" turn={null} live status="running" newest />, [stream(cut), STATE]);
    await waitFor(() => expect(screen.getByRole("contentinfo", { name: "What this turn did" })).toBeTruthy());
    if (cut > 12) expect(await screen.findByText(/^(lo|look)$/)).toBeTruthy();
    expect(screen.queryByText(/undefined|NaN|\[object/)).toBeNull();
  });
});
