import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { TasksPlace } from "@/domain/place";
import { TasksPane } from "@/features/planning/TasksPane";
import { type Answers, Refusal, show } from "@/testing/show";
import { fullNode, task } from "@/testing/planning";

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

describe("the tasks of a project", () => {
  it("say what they are, what they cost and what may go wrong", async () => {
    const metadata_json = { ...task("x").metadata_json, kind: "backend", estimated_effort: "XL", risk_level: "high", acceptance_criteria: ["It adds up"] };
    await open({ [LIST]: () => ({ items: [task("task_1", { description: "Add up", status: "blocked", metadata_json, unproven: true, stale: "changed" })], next_cursor: null }) });
    const row = (await screen.findByRole("button", { name: "Add up" })).closest("li");
    expect(row?.textContent).toBe("Has to waitAdd upBackendToo large: to be dividedHigh riskwithout evidenceThe text has changed since");
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
    fireEvent.change(screen.getByLabelText("What is to be done"), { target: { value: " Print a receipt " } });
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
    expect([first, second]).toEqual(["It shows themShown by The hours are there", "Sundays are closedNo check shows this."]);
    await press("tests/hours.test.ts");
    fireEvent.click(screen.getAllByRole("button", { name: "The hours are there" })[1] as HTMLElement);
    expect(leads.toFile.mock.calls).toEqual([["tests/hours.test.ts", "rev_0abcdef"], ["tests/acceptance/hours.json", "rev_0abcdef"]]);
  });

  it("is given to the agent with when it is done", async () => {
    await open({ [ONE]: () => one({ metadata_json: { ...task("x").metadata_json, acceptance_criteria: ["It shows them"] } }) }, { task: "task_1" });
    await press("Give it to the agent");
    expect(leads.onAsk).toHaveBeenCalledWith("Please do this task of the plan: Show the hours\n\nDone when:\n- It shows them");
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
