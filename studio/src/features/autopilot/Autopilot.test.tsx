import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { App } from "@/data/apps";
import { useNews } from "@/data/news";
import type { Workspace } from "@/data/workspace";
import { AutopilotDialog } from "@/features/autopilot/AutopilotDialog";
import { AutopilotPill } from "@/features/autopilot/AutopilotPill";
import { DashboardPane } from "@/features/autopilot/DashboardPane";
import { autopilot, dashboard, managed, managerPlan, tick } from "@/testing/autopilot";
import { blueprint, JOB, MODELS, node, task } from "@/testing/planning";
import { RUN, STEP } from "@/testing/runs";
import { type Answers, Refusal, show } from "@/testing/show";

const PLAN = "GET /projects/app_1/manager/plan";
const ORDER = "POST /projects/app_1/autopilot";
const leads = {
  toPlan: vi.fn(), toTasks: vi.fn(), toTask: vi.fn(), toRun: vi.fn(), toRuns: vi.fn(), toProject: vi.fn(), toUsage: vi.fn(), toPilot: vi.fn(), toPreview: vi.fn(), toPublish: vi.fn(),
  onAsk: vi.fn(), onExplain: vi.fn(async () => undefined),
};
const TREE = [node("node_p1", { kind: "phase", title: "Booking", tasks: { total: 4, done: 1, in_progress: 0, blocked: 0 } }), node("node_p2", { kind: "phase", title: "Later" })];
const known: Answers = {
  "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: TREE, ingestion_job: JOB }),
  "GET /projects/app_1/runs": () => ({ items: [], next_cursor: null }),
  [ORDER]: () => autopilot(),
};
const app = (more: object = {}) => ({ id: "app_1", name: "Salon", active_blueprint_id: "bp_1", active_phase_node_id: "node_p1", ...more }) as unknown as App;
const open = (plan: object, answers: Answers = {}, of = app()) => show(<AutopilotDialog app={of} leads={leads} onClose={() => undefined} />, { ...known, [PLAN]: () => plan, ...answers });
const button = (name: string | RegExp) => screen.getByRole("button", { name, hidden: true });
const body = (asked: { route: string; body: unknown }[], route: string) => asked.filter((one) => one.route === route).map((one) => one.body);

beforeEach(() => void Object.values(leads).forEach((lead) => lead.mockClear()));

const counts = (done: number, total: number) => ({ total, done, in_progress: 0, blocked: 0 });

describe("the autopilot's dialog", () => {
  it("starts a phase only after it has said what that costs at most, in the mode and with the budgets that were chosen", async () => {
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "off", mode: "off", active_phase_node_id: null }), active_phase: null, tasks_left: 0, estimated_usd: 0 }));
    await screen.findByText("It does nothing until you start a phase.");
    fireEvent.click(await screen.findByRole("button", { name: "Change the budgets", hidden: true }));
    fireEvent.change(await screen.findByLabelText("At most for the phase, in dollars"), { target: { value: "7,5" } });
    fireEvent.click(button("Start Booking"));
    const sure = screen.getByRole("alertdialog", { hidden: true });
    expect(sure.textContent).toContain("3 tasks are left. It stops at $7.50 for this phase and $10.00 in 24 hours");
    expect(body(asked, ORDER)).toEqual([]);
    fireEvent.click(within(sure).getByRole("button", { name: "Start Booking", hidden: true }));
    await waitFor(() => expect(body(asked, ORDER)).toEqual([{ action: "start", phase_node_id: "node_p1", mode: "semi_auto", phase_budget_usd: 7.5, night_budget_usd: 10 }]));
  });

  it("starts nothing with a budget that is none; there is one mode and one place for budgets", async () => {
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "idle" }) }));
    fireEvent.click(await screen.findByRole("button", { name: "Change the budgets", hidden: true }));
    fireEvent.change(await screen.findByLabelText("At most in 24 hours, in dollars"), { target: { value: "much" } });
    fireEvent.click(button("Start Booking"));
    expect([screen.queryByRole("alertdialog", { hidden: true }), screen.getByText("Write an amount from 0 to 10,000.") !== null]).toEqual([null, true]);
    expect([screen.getAllByLabelText("Mode").length, screen.queryByRole("meter", { hidden: true }), body(asked, ORDER)]).toEqual([1, null, []]);
  });

  it("has the tasks of a phase without any written where it is started, with price and progress, and then starts it", async () => {
    let [tasks, job]: [number, object | null] = [0, null];
    const tree = () => [node("node_p1", { kind: "phase", title: "Booking", tasks: counts(2, 2) }), node("node_p2", { kind: "phase", title: "Later", tasks: counts(0, tasks) })];
    const asked = await open(over, {
      ...MODELS,
      "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: tree(), ingestion_job: JOB, tasks_job: job }),
      "POST /plan_nodes/node_p2/generate_tasks": () => ((job = { ...JOB, status: "running", total_chunks: 1, processed_chunks: 0 }), JOB),
    });
    expect(await screen.findByText(/This phase has no tasks yet/)).toBeTruthy();
    fireEvent.click(button("Have them written"));
    expect(await screen.findByText("It costs about $0.03, and stops at $1.00.")).toBeTruthy();
    fireEvent.click(button("Write them"));
    expect(await screen.findByText("Tasks are being written")).toBeTruthy();
    expect(body(asked, "POST /plan_nodes/node_p2/generate_tasks")).toEqual([{ max_dollars: 1 }]);
    [tasks, job] = [3, { ...JOB, status: "done" }];
    window.dispatchEvent(new Event("visibilitychange"));
    fireEvent.click(await screen.findByRole("button", { name: "Start Later", hidden: true }));
    expect(screen.getByRole("alertdialog", { hidden: true }).textContent).toContain("3 tasks are left.");
  });

  it("says what a phase needs and a published app has not before it is started", async () => {
    const needy = node("node_p1", { kind: "phase", title: "Booking", tasks: counts(0, 2), children: [node("node_f1", { title: "Mail", needs: ["mail", "server"] }), node("node_f3", { title: "Map" }), node("node_f2", { title: "Sent", needs: ["schedule"], status: "done" })] });
    await open(managerPlan({ autopilot: autopilot({ pill: "idle" }) }), { "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: [needy], ingestion_job: JOB }) });
    expect((await screen.findByText(/“Mail” needs a server and mail that is sent, which/)).closest("div")?.textContent).toContain("All else in it works without. What works without it is built");
    expect(button("Start Booking")).toBeTruthy();
  });

  it("says of a phase whose tasks are all done that it is done, and not that it has none", async () => {
    const done = node("node_p1", { kind: "phase", title: "Booking", tasks: { total: 1, done: 1, in_progress: 0, blocked: 0 } });
    const answers = { "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: [done], ingestion_job: JOB }) };
    await open(managerPlan({ autopilot: autopilot({ pill: "idle", last_tick: null }), tasks_left: 0 }), answers);
    expect(await screen.findByText("Every task of the phase is done.")).not.toBe(null);
    expect(screen.queryByText(/has no tasks yet/)).toBe(null);
  });

  it("names what waits for a person, and what is set aside and why", async () => {
    const waits = { to_confirm: { count: 2, tasks: [{ id: "task_1", description: "Show the hours" }, { id: "task_2", description: "Pay" }] } };
    const aside = [{ task: { id: "task_3", description: "Send mail" }, reason: "failed" as const, failure: "STUCK" }, { task: { id: "task_4", description: "Book" }, reason: "taken_back" as const, failure: "" }];
    await open(managerPlan({ ...waits, set_aside: aside, autopilot: autopilot({ pill: "waiting", last_tick: tick({ status: "waiting_for_approval", reason: "to_confirm", run_id: null }) }) }));
    expect(await screen.findByText("What is left of the phase is built, and waits for you to confirm it.")).toBeTruthy();
    const fact = (name: string) => screen.getByText(name).parentElement?.textContent;
    expect(fact("Built, to be confirmed")).toBe("Built, to be confirmedShow the hoursPay");
    expect(fact("Set aside until you continue")).toBe("Set aside until you continueSend mail failed again and againBook was taken back");
    fireEvent.click(button("Send mail"));
    expect(leads.toTask).toHaveBeenCalledWith("task_3");
  });

  const twoPhases = (second: number): Answers => ({
    "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: [node("node_p1", { kind: "phase", title: "Booking", tasks: counts(2, 2) }), node("node_p2", { kind: "phase", title: "Later", tasks: counts(second, 2) })], ingestion_job: JOB }),
  });
  const over = managerPlan({ autopilot: autopilot({ pill: "idle", last_tick: tick({ status: "nothing_to_do", reason: "phase_done", run_id: null }) }), tasks_done: 2, tasks_left: 0 });

  it("offers the next phase once one is done, and says when all are", async () => {
    const asked = await open(over, twoPhases(0));
    fireEvent.click(await screen.findByRole("button", { name: "Start Later", hidden: true }));
    fireEvent.click(within(screen.getByRole("alertdialog", { hidden: true })).getByRole("button", { name: "Start Later", hidden: true }));
    await waitFor(() => expect(body(asked, ORDER)).toMatchObject([{ action: "start", phase_node_id: "node_p2" }]));
    cleanup();
    await open(over, twoPhases(2));
    expect(await screen.findByText("All phases are done.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Start/, hidden: true })).toBe(null);
  });

  it.each([
    [0, "Booking is done.", "Start Later"],
    [2, "Booking is done. All phases are done.", "Open the autopilot"],
  ])("is opened from the overview with the next phase (%s)", async (second, said, label) => {
    const answers = { ...known, [PLAN]: () => over, ...twoPhases(second), "GET /projects/app_1/dashboard": () => dashboard(), "GET /projects/app_1/state": () => ({}) };
    await show(<DashboardPane workspace={{ app: app() } as unknown as Workspace} leads={leads} />, answers);
    expect(await screen.findByText(said)).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: label }));
    expect(leads.toPilot).toHaveBeenCalledTimes(1);
  });

  it("shows what a run wants to change and how that fits the plan, and takes a word for it", async () => {
    const step = { ...STEP, id: "c9", status: "needs_approval", diff: "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-old\n+new\n", alignment: { status: "risky", alignment_score: 0.5, reasons: "The task does not expect this file.", quotes: ["No login"], related_plan_nodes: [], related_decisions: [], judged_by: "rules" } };
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "waiting", last_tick: tick() }), runs_in_progress: [managed()] }), {
      "GET /runs/run_1": () => ({ ...RUN, status: "awaiting_approval", steps: [step], waiting_steps: ["c9"], plan_steps: [] }),
      "POST /runs/run_1/advance": () => managed({ status: "running" }),
    });
    await screen.findByText("May not fit the plan");
    const shown = screen.getByRole("dialog", { hidden: true }).textContent;
    for (const words of ["The task does not expect this file.", "No login", "a.ts"]) expect(shown).toContain(words);
    fireEvent.click(button("See the change"));
    expect(leads.toRun).toHaveBeenCalledWith("run_1");
    fireEvent.click(button("Decline"));
    expect(body(asked, "POST /runs/run_1/advance")).toEqual([]);
    fireEvent.click(within(screen.getByRole("alertdialog", { hidden: true })).getByRole("button", { name: "Cancel", hidden: true }));
    fireEvent.click(button("Allow"));
    await waitFor(() => expect(body(asked, "POST /runs/run_1/advance")).toEqual([{ allow_host: false, approval: "approve" }]));
  });

  it("says which failure came twice in words", async () => {
    await open(managerPlan({ autopilot: autopilot({ pill: "error", last_tick: tick({ status: "idle", reason: "same_failure", about: "NOTHING_CHANGED:3267b6852497bfe8" }) }) }));
    expect(await screen.findByText("Runs failed again and again. (nothing was changed)")).toBeTruthy();
  });

  it("leads to the task that it stopped at", async () => {
    const stopped = autopilot({ pill: "error", last_tick: tick({ status: "idle", reason: "stale_plan", about: "task_1", run_id: null }) });
    await open(managerPlan({ autopilot: stopped }), { "GET /tasks/task_1": () => task("task_1", { description: "Show the hours" }) });
    fireEvent.click(await screen.findByRole("button", { name: "Show the hours", hidden: true }));
    expect([leads.toTask.mock.calls, screen.queryByText(/task_1/)]).toEqual([[["task_1"]], null]);
  });

  it("says why it stopped in words, and goes on when a person says so", async () => {
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "error", last_tick: tick({ status: "idle", reason: "night_budget", run_id: null }) }) }));
    expect(await screen.findByText("Too little of the 24-hour budget is left for another run. Raise it, or wait until noon UTC.")).toBeTruthy();
    expect(screen.getByRole("meter", { name: /In 24 hours/, hidden: true }).getAttribute("aria-valuetext")).toBe("$9.00 of $10.00");
    fireEvent.click(button("Go on"));
    await waitFor(() => expect(body(asked, ORDER)).toEqual([{ action: "continue" }]));
  });

  it("pauses, and says why it could not", async () => {
    await open(managerPlan(), { [ORDER]: () => new Refusal(422, { code: "VALIDATION_FAILED", title: "t", detail: "Somebody else was faster.", type: "about:blank", retryable: true }) });
    fireEvent.click(await screen.findByRole("button", { name: "Pause", hidden: true }));
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("It was not done.");
  });

  it("reads a person's words, and does what it understood only after they confirm it", async () => {
    const proposal = { action: "continue" as const, phase_node_id: null, words: "Go on with Booking", tasks: 3, estimated_usd: 0.6, needs: ["server"], needy_parts: ["Orders"] };
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "paused", paused: true }) }), {
      "POST /projects/app_1/intents": () => ({ intent: "CONTINUE_BUILD", confidence: 0.9, notes: "", why: null, proposal }),
    });
    fireEvent.change(await screen.findByRole("textbox", { name: "Say what it should do", hidden: true }), { target: { value: "carry on, please" } });
    fireEvent.click(button("Tell it"));
    expect((await screen.findByText(/3 tasks, about \$0.60/)).textContent).toContain("It stops at its budgets.");
    expect((await screen.findByText(/“Orders” needs a server, which a published app here has not/))).toBeTruthy();
    expect(body(asked, ORDER)).toEqual([]);
    fireEvent.click(button("Let it go on"));
    await waitFor(() => expect(body(asked, ORDER)).toEqual([{ action: "continue" }]));
  });

  it("repeats which phase and which mode it understood, and sends both", async () => {
    const proposal = { action: "start" as const, phase_node_id: "node_p1", phase_title: "Phase 1: the whole long booking", words: "Start", tasks: 12, estimated_usd: null, mode: "semi_auto", needs: [], needy_parts: [] };
    const asked = await open(managerPlan({ autopilot: autopilot({ pill: "idle", mode: "full_auto" }) }), {
      "POST /projects/app_1/intents": () => ({ intent: "START_BUILD", confidence: 1, notes: "", why: null, proposal }),
    });
    fireEvent.change(await screen.findByRole("textbox", { name: "Say what it should do", hidden: true }), { target: { value: "start phase 1, and ask me before you change files" } });
    fireEvent.click(button("Tell it"));
    expect((await screen.findByText("Start Phase 1: the whole long booking.")).closest("p")?.textContent).toContain("Semi-automatic: It begins tasks");
    expect(screen.getByText("12 tasks. What that costs is not known: the model in use has no price here.")).toBeTruthy();
    fireEvent.click(button("Yes, start it so"));
    await waitFor(() => expect(body(asked, ORDER)).toEqual([{ action: "start", phase_node_id: "node_p1", mode: "semi_auto" }]));
  });

  it("has just been started: it says so, and offers no second start", async () => {
    await open(managerPlan({ autopilot: autopilot({ last_tick: null }) }));
    expect(await screen.findByText("It looks what can begin. That takes some seconds.")).toBeTruthy();
    expect([screen.getByText("Starting") !== null, screen.queryByRole("button", { name: /^Start/, hidden: true })]).toEqual([true, null]);
  });

  it("names no dollars where the model in use has no price, and says what holds", async () => {
    const spent = { ...autopilot().spent, priced: false };
    await open(managerPlan({ estimated_usd: null, autopilot: autopilot({ pill: "idle", spent }) }));
    fireEvent.click(await screen.findByRole("button", { name: "Start Booking", hidden: true }));
    const said = screen.getByRole("dialog", { hidden: true }).textContent;
    expect(said).toContain("Each task stops at 1,500,000 tokens or 60 questions to the model.");
    expect(said).not.toContain("$");
  });

  it("takes back what it understood once the phase is started another way", async () => {
    const proposal = { action: "start" as const, phase_node_id: "node_p1", phase_title: "Booking", words: "Start", tasks: 12, estimated_usd: 1, mode: "semi_auto", needs: [], needy_parts: [] };
    let now = managerPlan({ autopilot: autopilot({ pill: "off", active_phase_node_id: null, last_tick: null }) });
    await open(now, {
      "POST /projects/app_1/intents": () => ({ intent: "START_BUILD", confidence: 1, notes: "", why: null, proposal }),
      [PLAN]: () => now,
      [ORDER]: () => ((now = managerPlan()), now.autopilot),
    });
    fireEvent.change(await screen.findByRole("textbox", { name: "Say what it should do", hidden: true }), { target: { value: "start phase 1" } });
    fireEvent.click(button("Tell it"));
    await screen.findByRole("button", { name: "Yes, start it so", hidden: true });
    fireEvent.click(await screen.findByRole("button", { name: "Start Booking", hidden: true }));
    fireEvent.click((await screen.findAllByRole("button", { name: /^Start/, hidden: true })).at(-1) as HTMLElement);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Yes, start it so", hidden: true })).toBeNull());
  });

  it("does not call how it stood something that it did", async () => {
    await open(managerPlan({ autopilot: autopilot({ pill: "paused", paused: true }) }));
    await screen.findByText("Booking");
    expect(screen.queryByText(/^Did last/)).toBeNull();
  });

  it("leaves a question to the conversation", async () => {
    await open(managerPlan(), { "POST /projects/app_1/intents": () => ({ intent: "QUESTION", confidence: 0.3, notes: "", why: null, proposal: null }) });
    fireEvent.change(await screen.findByRole("textbox", { name: "Say what it should do", hidden: true }), { target: { value: "why blue?" } });
    fireEvent.click(button("Tell it"));
    fireEvent.click(await screen.findByRole("button", { name: "Put it into the message box", hidden: true }));
    expect(leads.onAsk).toHaveBeenCalledWith("why blue?");
  });

  it("leads to a plan where there is none, and says so when nothing can be loaded", async () => {
    await open(managerPlan(), {}, app({ active_blueprint_id: null }));
    fireEvent.click(await screen.findByRole("button", { name: "Bring a text", hidden: true }));
    expect(leads.toPlan).toHaveBeenCalledWith();
  });

  it("says that it could not be loaded, and never looks empty then", async () => {
    await open({}, { [PLAN]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", title: "t", detail: "Later.", type: "about:blank", retryable: true }) });
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("could not be loaded");
  });
});

describe("the pill in the head", () => {
  it("tells what the autopilot says from now on, and goes on at once when its run has an answer", async () => {
    let said = managerPlan({ autopilot: autopilot({ pill: "waiting", last_tick: tick() }), runs_in_progress: [managed()] });
    function Shown() {
      const news = useNews();
      return (
        <>
          <AutopilotPill app="app_1" onOpen={() => undefined} />
          <ul>{news.map(({ id, words }) => <li key={id}>{words}</li>)}</ul>
        </>
      );
    }
    const asked = await show(<Shown />, { [PLAN]: () => said, "POST /projects/app_1/autopilot_tick": () => ((said = managerPlan({ autopilot: autopilot({ last_tick: tick({ status: "idle", reason: "same_failure" }) }) })), tick()) });
    expect(await screen.findByText("Waiting for you")).toBeTruthy();
    expect(screen.queryAllByRole("listitem")).toEqual([]);
    said = managerPlan({ autopilot: autopilot({ pill: "running", last_tick: tick() }), runs_in_progress: [managed({ status: "running" })] });
    window.dispatchEvent(new Event("visibilitychange"));
    await waitFor(() => expect(body(asked, "POST /projects/app_1/autopilot_tick").length).toBe(1));
    expect((await screen.findByRole("listitem")).textContent).toBe("The autopilot has stopped. Runs failed again and again.");
  });
});

describe("the overview", () => {
  const workspace = { app: app() } as unknown as Workspace;
  const pane = (answers: Answers) => show(<DashboardPane workspace={workspace} leads={leads} />, { ...known, [PLAN]: () => managerPlan(), "GET /projects/app_1/state": () => ({ test_results: { success: false, at: "2026-01-01T10:00:00Z", run_id: "run_7", output: "" } }), ...answers });

  it("has phases, tasks, runs, tests and decisions, each with the way there", async () => {
    await pane({ "GET /projects/app_1/dashboard": () => dashboard({ next_tasks: [task("task_1", { description: "Show the hours" })] }), "GET /projects/app_1/runs": () => ({ items: [managed({ message: "Make it blue" })], next_cursor: null }) });
    const phases = within(await screen.findByRole("region", { name: "Phases" }));
    expect((await phases.findByRole("meter", { name: "Booking" })).getAttribute("aria-valuetext")).toBe("1 of 4 tasks done");
    fireEvent.click(phases.getByRole("button", { name: "Later" }));
    fireEvent.click(screen.getByRole("button", { name: "Open: 2" }));
    fireEvent.click(screen.getByRole("button", { name: "Show the hours" }));
    fireEvent.click(screen.getByRole("button", { name: "Stopped: 2" }));
    fireEvent.click(await screen.findByRole("button", { name: "See the run" }));
    expect(screen.getByText("The tests failed")).toBeTruthy();
    const month = within(await screen.findByRole("region", { name: "The last 30 days" }));
    expect(["$1.25", "1,000", "75%"].map((said) => month.getByText(said).textContent)).toEqual(["$1.25", "1,000", "75%"]);
    expect(month.queryByText("Mended by itself")).toBe(null);
    expect(screen.getByText("It is a static site")).toBeTruthy();
    expect([leads.toPlan, leads.toTasks, leads.toTask, leads.toRuns, leads.toRun].map((lead) => lead.mock.calls)).toEqual([[["node_p2"]], [["open"]], [["task_1"]], [["cancelled"]], [["run_7"]]]);
  });

  it("says in short what is known, once, and no decision of what the autopilot has only built", async () => {
    const snapshot = "## Goals\n- Kiln Street\n\n## Active phases & status\n- Phase 1 (done)\n\n## Key decisions & constraints\nNone known.\n\n## Recent progress\n- List the courses\n\n## Top risks & unknowns\nNone known.";
    await pane({ "GET /projects/app_1/dashboard": () => dashboard({ snapshot, decisions: [{ id: "dec_1", decision: "Implemented: List the courses", reason: "", by: "autopilot" }] }) });
    const short = within(await screen.findByRole("region", { name: "In short" }));
    expect(short.getAllByRole("heading").map((one) => one.textContent)).toEqual(["In short", "Goals", "What was done lately"]);
    expect(short.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["Kiln Street", "List the courses"]);
    expect(screen.getByText("Nothing was decided yet.")).toBeTruthy();
  });

  it("says nothing of what comes next where nothing is left, and counts one task as one", async () => {
    await pane({ "GET /projects/app_1/dashboard": () => dashboard(), [PLAN]: () => managerPlan({ tasks_done: 1, tasks_left: 0, next_tasks: [], runs_in_progress: [] }) });
    expect(await screen.findByText("1 of 1 task done")).toBeTruthy();
    expect(screen.queryByText("Does next")).toBeNull();
  });

  it("says before all else what the plan needs and has not, and what its text leaves open, each with the way there", async () => {
    const tree = [node("node_p1", { kind: "phase", title: "Booking", needs: ["database"] }), node("node_q1", { title: "Whether in Polish", is_question: true }), node("node_q2", { title: "Whether blue", is_question: true, answer: "Yes" })];
    await pane({ "GET /projects/app_1/dashboard": () => dashboard(), "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: tree, ingestion_job: JOB }) });
    const known = within(await screen.findByRole("region", { name: "Before you begin" }));
    expect(known.getByText(/a database/).closest("li")?.textContent).toBe("Booking needs a database.");
    expect(known.getByText("The text leaves 1 question open.")).toBeTruthy();
    fireEvent.click(known.getByRole("button", { name: "Whether in Polish" }));
    expect(leads.toPlan.mock.calls).toEqual([["node_q1"]]);
  });

  it("has the plan explained in the conversation", async () => {
    await pane({ "GET /projects/app_1/dashboard": () => dashboard() });
    fireEvent.click(await screen.findByRole("button", { name: "Explain the current plan" }));
    expect(leads.onExplain).toHaveBeenCalledTimes(1);
  });

  it("says while the text is being read how far that is, and offers nothing that needs a plan", async () => {
    const nothing = dashboard({ tasks: {}, runs: {}, snapshot: "# Goals\n- The title" } as never);
    const job = { ...JOB, status: "running" as const, processed_chunks: 3 };
    await pane({ "GET /projects/app_1/dashboard": () => nothing, "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: [], ingestion_job: job }) });
    const part = within(await screen.findByRole("region", { name: "Your text is being read" }));
    expect(part.getByText("3 of 8 parts read")).toBeTruthy();
    expect(part.getByText(/goes on when you close this page\. \$5\.00 is a limit at which it stops, not a price/)).toBeTruthy();
    for (const name of ["Open the autopilot", /Cancelled|Under way/]) expect(screen.queryByRole("button", { name })).toBeNull();
    expect(screen.queryByText("No task can be begun now.")).toBeNull();
    fireEvent.click(part.getByRole("button", { name: "See the plan as far as it is" }));
    expect(leads.toPlan).toHaveBeenCalled();
  });

  it("says that a text is no plan yet where it could not be read", async () => {
    await pane({ "GET /projects/app_1/dashboard": () => dashboard({ tasks: {} } as never), "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: [], ingestion_job: { ...JOB, status: "error" } }) });
    expect(await screen.findByText(/The text is not a plan yet/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Open the autopilot" })).toBeNull();
  });

  it("without a plan says how one is made, and is not empty when it cannot be loaded", async () => {
    await pane({ "GET /projects/app_1/dashboard": () => dashboard({ active_blueprint: null }) });
    fireEvent.click(await screen.findByRole("button", { name: "Bring a text" }));
    expect(leads.toPlan).toHaveBeenCalledWith();
  });
});
