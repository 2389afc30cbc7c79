import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { TasksPlace } from "@/domain/place";
import { TasksPane } from "@/features/planning/TasksPane";
import { type Answers, Refusal, show } from "@/testing/show";
import { blueprint, fullNode, node, task } from "@/testing/planning";

const LIST = "GET /projects/app_1/tasks";
const ONE = "GET /tasks/task_1";
const leads = { toTasks: vi.fn(), toTask: vi.fn(), toNode: vi.fn(), toRevision: vi.fn(), toFile: vi.fn(), toRun: vi.fn(), toPilot: vi.fn(), toPreview: vi.fn(), toPublish: vi.fn(), onAsk: vi.fn() };
const onPlace = vi.fn();
const onPlan = vi.fn();
const WORKSPACE = { app: { id: "app_1" } } as unknown as Workspace;

function Pane({ place }: { place: TasksPlace }) {
  const [now, go] = useState(place);
  return <TasksPane workspace={WORKSPACE} place={now} onPlace={(next) => (onPlace(next), go(next))} onPlan={onPlan} leads={leads} />;
}

const open = (answers: Answers, place: TasksPlace = {}) =>
  show(<Pane place={place} />, { [LIST]: () => ({ items: [task("task_1", { description: "Show the hours", ready: true })], next_cursor: null }), ...answers });
const one = (more: object = {}) => ({ ...task("task_1", { description: "Show the hours", ...more }), waits_for_first: [] });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => void vi.clearAllMocks());
afterEach(() => void vi.unstubAllGlobals());

describe("the tasks of a project", () => {
  it("say what they are, what they cost and what may go wrong", async () => {
    const metadata_json = { ...task("x").metadata_json, kind: "backend", estimated_effort: "XL", risk_level: "high", acceptance_criteria: ["It adds up"] };
    await open({ [LIST]: () => ({ items: [task("task_1", { description: "Add up", status: "blocked", metadata_json, unproven: true, stale: "changed" })], next_cursor: null }) });
    const row = (await screen.findByRole("button", { name: "Add up" })).closest("li");
    expect(row?.textContent).toBe("1.Has to waitAdd upBackendToo large: to be dividedHigh riskwithout evidenceThe text has changed since");
    expect(screen.getByRole("button", { name: "Add up" }).title).toBe("Done when\n- It adds up");
  });

  it("are filtered in the address, and by a part of the plan with the way to it", async () => {
    const asked = await open({ "GET /plan_nodes/node_f1": () => fullNode("node_f1", { title: "Free hours" }) }, { node: "node_f1" });
    expect(await screen.findByRole("button", { name: "Calendar" })).toBeTruthy();
    fireEvent.change(await screen.findByLabelText("Status"), { target: { value: "done" } });
    expect(onPlace).toHaveBeenCalledWith({ node: "node_f1", todo: "done" });
    await waitFor(() => expect(asked.filter(({ route }) => route === LIST)).toHaveLength(2));
    await press("All tasks");
    expect(onPlace).toHaveBeenCalledWith({ todo: "done" });
  });

  it("stand in the order of work under their phases, numbered, each with its part", async () => {
    const of = (id: string, description: string, source_plan_node_id: string) => task(id, { description, metadata_json: { ...task("x").metadata_json, source_plan_node_id } });
    const items = [of("task_1", "Data", "node_f1"), of("task_2", "Sum", "node_p1"), of("task_3", "Ship", "node_p2")];
    const tree = [node("node_p1", { title: "Opening", children: [node("node_f1", { title: "Cart" })] }), node("node_p2", { title: "Later" })];
    const asked = await show(<TasksPane workspace={{ app: { id: "app_1", active_blueprint_id: "bp_1" } } as unknown as Workspace} place={{}} onPlace={onPlace} onPlan={onPlan} leads={leads} />, {
      [LIST]: () => ({ items, next_cursor: null }),
      "GET /blueprints/bp_1": () => ({ blueprint: blueprint(), plan_tree: tree }),
    });
    const rows = within(await screen.findByRole("list", { name: "Opening" })).getAllByRole("listitem");
    expect(rows.map((row) => row.textContent)).toEqual(["1.OpenDataCart", "2.OpenSum"]);
    expect(within(screen.getByRole("list", { name: "Later" })).getByRole("listitem").textContent).toBe("3.OpenShip");
    expect(asked.find(({ route }) => route === LIST)?.query).toEqual({ limit: "50", order: "work" });
    await press("Later");
    expect(leads.toNode).toHaveBeenCalledWith("node_p2");
  });

  it("are explained where there are none, and no failure is taken for that", async () => {
    await open({ [LIST]: () => ({ items: [], next_cursor: null }) });
    await press("Open the plan");
    expect(onPlan).toHaveBeenCalled();
    await open({ [LIST]: () => ({ items: [], next_cursor: null }) }, { todo: "done" });
    expect(await screen.findByText("No task matches.")).toBeTruthy();
    await open({ [LIST]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The tasks could not be loaded.");
  });

  it("are written by hand too, each line a word about when it is done", async () => {
    const asked = await open({ "POST /projects/app_1/tasks": () => task("task_2") });
    await press("Write a task");
    fireEvent.change(await screen.findByLabelText("What is to be done"), { target: { value: " Print a receipt " } });
    fireEvent.change(screen.getByLabelText(/^Done when/), { target: { value: "- It prints\n\nIt fits the page" } });
    fireEvent.change(screen.getByLabelText("Effort"), { target: { value: "S" } });
    await press("Save");
    await waitFor(() =>
      expect(asked.filter(({ route }) => route.startsWith("POST")).map(({ body }) => body)).toEqual([
        { description: "Print a receipt", metadata_json: { kind: "frontend", estimated_effort: "S", acceptance_criteria: ["It prints", "It fits the page"], source_plan_node_id: null } },
      ]),
    );
    await waitFor(() => expect(screen.queryByLabelText("What is to be done")).toBeNull());
  });
});

describe("a task", () => {
  it("says what it waits for and what shows that it is done, each a way there", async () => {
    const evidence = [{ run_id: "run_1", revision_id: "rev_0abcdef", build_id: "bld_1", checks: ["types", "acceptance"], shown_by: [], at: "2026-01-01T10:00:00Z" }];
    const blocked_by = [
      { task_id: "task_2", title: "Read the hours", reason: "unproven" },
      { task_id: "task_9", title: null, reason: "missing" },
    ];
    await open({ [ONE]: () => one({ evidence, blocked_by, status: "blocked" }) }, { task: "task_1" });
    expect(await screen.findByText("called done, nothing shows it")).toBeTruthy();
    expect(screen.getByText("there is none any more")).toBeTruthy();
    await press("Read the hours");
    await press("Revision abcdef");
    await press("The run");
    expect([leads.toTask, leads.toRevision, leads.toRun].map(({ mock }) => mock.calls)).toEqual([[["task_2"]], [["rev_0abcdef"]], [["run_1"]]]);
    expect(screen.getByText("Passed: Types, Acceptance checks")).toBeTruthy();
  });

  it("says of each line which check or test shows it, and where none does", async () => {
    const shown_by = [
      { kind: "acceptance", path: "tests/acceptance/hours.json", title: "The hours are there", criteria: ["It shows them"] },
      { kind: "tests", path: "tests/hours.test.ts", title: "", criteria: [] },
    ];
    const evidence = [{ run_id: null, revision_id: "rev_0abcdef", build_id: "bld_1", checks: ["tests", "acceptance"], shown_by, at: "2026-01-01T10:00:00Z" }];
    const metadata_json = { ...task("x").metadata_json, acceptance_criteria: ["It shows them", "Sundays are closed"] };
    await open({ [ONE]: () => one({ evidence, metadata_json, status: "done" }) }, { task: "task_1" });
    const [first, second] = (await screen.findAllByRole("listitem")).map((item) => item.textContent);
    expect([first, second]).toEqual(["It shows themShown by The hours are there", "Sundays are closedNo check of its own: look at it in the preview."]);
    await press("tests/hours.test.ts");
    fireEvent.click(screen.getAllByRole("button", { name: "The hours are there" })[1] as HTMLElement);
    expect(leads.toFile.mock.calls).toEqual([["tests/hours.test.ts", "rev_0abcdef"], ["tests/acceptance/hours.json", "rev_0abcdef"]]);
  });

  it("is given to the agent with when it is done", async () => {
    await open({ [ONE]: () => one({ metadata_json: { ...task("x").metadata_json, acceptance_criteria: ["It shows them"] } }) }, { task: "task_1" });
    await press("Give it to the agent");
    expect(leads.onAsk).toHaveBeenCalledWith("Please do this task of the plan: Show the hours\n\nDone when:\n- It shows them", { label: "Task: Show the hours", detail: "", task: "task_1" });
  });

  it("is worded anew, and stays as it is while it has no words", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: true } }));
    const asked = await open({ [ONE]: () => one({ metadata_json: { ...task("x").metadata_json, acceptance_criteria: ["It shows them", "On Sundays too"] } }), "PATCH /tasks/task_1": () => task("task_1") }, { task: "task_1" });
    (await screen.findByRole("button", { name: "Change it" })).focus();
    await press("Change it");
    const what = screen.getByLabelText<HTMLInputElement>("What is to be done");
    expect([document.activeElement, what.value, screen.getByLabelText<HTMLTextAreaElement>(/^Done when/).value]).toEqual([what, "Show the hours", "It shows them\nOn Sundays too"]);
    fireEvent.change(what, { target: { value: " " } });
    await press("Save");
    expect(screen.getByText("It needs words.")).toBeTruthy();
    fireEvent.change(what, { target: { value: "Show all hours" } });
    fireEvent.change(screen.getByLabelText(/^Done when/), { target: { value: "- It shows them" } });
    await press("Save");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ description: "Show all hours", metadata_json: { acceptance_criteria: ["It shows them"] } }]));
    expect(await screen.findByRole("button", { name: "Change it" })).toBeTruthy();
  });

  it("that is built says what a person is to look at, and is confirmed by their word", async () => {
    const evidence = [{ run_id: null, revision_id: "rev_0abcdef", build_id: null, checks: ["build"], failed: [], shown_by: [], withdrawn: null, at: "2026-01-01T10:00:00Z" }];
    const built = { status: "in_progress", state: "in_review", evidence, unshown: ["It shows them"] };
    const asked = await open({ [ONE]: () => one(built), "PATCH /tasks/task_1": () => task("task_1") }, { task: "task_1" });
    expect(await screen.findByText("to be confirmed")).toBeTruthy();
    expect(screen.getByText(/^It is built\. Look at what no check shows/)).toBeTruthy();
    await press("It is done");
    expect(screen.getByText("You have looked at it in the app.")).toBeTruthy();
    fireEvent.click(within(screen.getByRole("alertdialog", { hidden: true })).getByRole("button", { name: "It is done", hidden: true }));
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ status: "done" }]));
  });

  it("whose revision was taken back says so, and shows its evidence as history", async () => {
    const withdrawn = { reason: "taken_back", by: "rev_0undone", at: "2026-01-01T10:00:00Z" };
    const shown_by = [{ kind: "tests", path: "tests/hours.test.ts", title: "", criteria: ["It shows them"] }];
    const evidence = [{ run_id: null, revision_id: "rev_0abcdef", build_id: null, checks: ["build", "tests"], failed: [], shown_by, withdrawn, at: "2026-01-01T10:00:00Z" }];
    const metadata_json = { ...task("x").metadata_json, acceptance_criteria: ["It shows them"] };
    await open({ [ONE]: () => one({ metadata_json, evidence, reopened: { reason: "", revision_id: "rev_0undone", was: "done", at: "2026-01-01T10:00:00Z" } }) }, { task: "task_1" });
    expect(await screen.findByText("Counts no longer")).toBeTruthy();
    expect(screen.getByText(/^No check of its own/)).toBeTruthy();
    await press("What showed that it is done was taken back.");
    expect(leads.toRevision).toHaveBeenCalledWith("rev_0undone");
  });

  it("says who called it done", async () => {
    await open({ [ONE]: () => one({ status: "done", state: "done", confirmed: { by: "rosa", at: "2026-01-01T10:00:00Z" } }) }, { task: "task_1" });
    expect(await screen.findByText(/^Called done by rosa/)).toBeTruthy();
  });

  it("that has to wait says so, and is given to the agent only all the same", async () => {
    await open({ [ONE]: () => one({ status: "blocked" }) }, { task: "task_1" });
    expect(await screen.findByText(/^It has to wait/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Give it to the agent" })).toBeNull();
    await press("Give it to the agent all the same");
    expect(leads.onAsk).toHaveBeenCalledOnce();
  });

  it("is called done by a person after a second word, which is told what is missing", async () => {
    let now = one();
    const asked = await open(
      {
        [ONE]: () => now,
        "PATCH /tasks/task_1": () => {
          const done = { status: "done", state: "done", unproven: true };
          now = one(done);
          return task("task_1", done);
        },
      },
      { task: "task_1" },
    );
    await press("It is done");
    expect(screen.getByText("Nothing of the app shows it: the plan says so beside it.")).toBeTruthy();
    await press("It is done");
    expect(await screen.findByText("without evidence")).toBeTruthy();
    await press("Open it again");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ status: "done" }, { status: "open" }]));
  });

  it("that is gone says so", async () => {
    await open({ [ONE]: () => new Refusal(404, { code: "NOT_FOUND", detail: "" }) }, { task: "task_1" });
    expect(await screen.findByText("There is no such task any more.")).toBeTruthy();
    await press("All tasks");
    expect(onPlace).toHaveBeenCalledWith({});
  });
});
