import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { PlanTreeNode } from "@/data/planning";
import type { Workspace } from "@/data/workspace";
import type { PlanPlace } from "@/domain/place";
import { PlanPane } from "@/features/planning/PlanPane";
import { type Answers, Refusal, show } from "@/testing/show";
import { blueprint, changedNode, fullNode, JOB, MODELS, node, task } from "@/testing/planning";

const COMPARE = "POST /blueprints/bp_1/compare_to_parent";
const ALL = "POST /blueprints/bp_1/generate_all_tasks";
const leads = { toTasks: vi.fn(), toTask: vi.fn(), toNode: vi.fn(), toRevision: vi.fn(), toFile: vi.fn(), toRun: vi.fn(), toPilot: vi.fn(), toPreview: vi.fn(), toPublish: vi.fn(), onAsk: vi.fn() };
const onPlace = vi.fn();
const count = { total: 2, done: 0, in_progress: 0, blocked: 0 };
const auto = { ...node("x").extra_metadata, auto_status_from_tasks: true };
const PLAN = [
  node("node_p1", {
    kind: "phase",
    title: "Booking",
    tasks: { total: 4, done: 1, in_progress: 1, blocked: 1 },
    children: [
      node("node_f1", { title: "Free hours", status: "in_progress", tasks: count }),
      node("node_f2", { title: "Ask for one", waits_for: ["node_f1"], tasks: { ...count, blocked: 1 } }),
      node("node_f3", { title: "A mail", waits_for: ["node_f2"], extra_metadata: auto, tasks: count }),
      node("node_f4", { title: "Imprint", tasks: count }),
    ],
  }),
];

function Pane({ place }: { place: PlanPlace }) {
  const [now, go] = useState(place);
  return <PlanPane workspace={{ app: { id: "app_1", active_phase_node_id: null } } as unknown as Workspace} place={now} onPlace={(next) => (onPlace(next), go(next))} leads={leads} />;
}

const read = (more: object = {}, tree: readonly PlanTreeNode[] = PLAN) => ({ blueprint: blueprint(), plan_tree: tree, parts_without_tasks: 2, ingestion_job: JOB, tasks_job: null, change_job: null, ...more });
const open = (place: PlanPlace, answers: Answers = {}, tree: readonly PlanTreeNode[] = PLAN) =>
  show(<Pane place={place} />, { "GET /projects/app_1/blueprints": () => ({ items: [blueprint({ version: 2, parent_blueprint_id: "bp_0" })], next_cursor: null }), "GET /blueprints/bp_1": () => read({ blueprint: blueprint({ version: 2, parent_blueprint_id: "bp_0" }) }, tree), ...answers });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const column = (name: string) => within(screen.getByRole("region", { name }));
const patched = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => route.startsWith("PATCH"));

beforeEach(() => {
  vi.clearAllMocks();
  sessionStorage.clear();
});

describe("the looks of a plan", () => {
  it("are tabs, in the address, and a part opened in one leads back there", async () => {
    await open({}, { "GET /plan_nodes/node_f1": () => fullNode("node_f1", { title: "Free hours" }) });
    fireEvent.click(await screen.findByRole("tab", { name: "Board" }));
    expect(onPlace).toHaveBeenLastCalledWith({ view: "board" });
    await press("Free hours");
    expect(onPlace).toHaveBeenLastCalledWith({ view: "board", node: "node_f1" });
    await press("The whole plan");
    expect(onPlace).toHaveBeenLastCalledWith({ view: "board" });
    expect(await button("Free hours")).toBeTruthy();
  });

  it("show no comparison of a first version", async () => {
    await open({ view: "changes" }, { "GET /blueprints/bp_1": () => read() });
    expect(await screen.findByRole("tree", { name: "The plan" })).toBeTruthy();
    expect(screen.queryByRole("tab", { name: "What changed" })).toBeNull();
  });
});

describe("the board", () => {
  it("has the parts by how they stand; Shift and an arrow move the card, which keeps the focus", async () => {
    const stood = { node_f1: "in_progress" };
    const asked = await open({ view: "board" }, {
      "GET /blueprints/bp_1": () => read({}, [{ ...(PLAN[0] as PlanTreeNode), children: (PLAN[0] as PlanTreeNode).children.map((one) => (one.id === "node_f1" ? { ...one, status: stood.node_f1 as "done" } : one)) }]),
      "PATCH /plan_nodes/node_f1": (body) => {
        stood.node_f1 = (body as { status: string }).status;
        return changedNode("node_f1");
      },
    });
    const card = await button("Free hours");
    expect(column("In work").getByRole("button", { name: "Free hours" })).toBe(card);
    expect(column("Planned").getByText("1 task has to wait")).toBeTruthy();
    card.focus();
    fireEvent.keyDown(card, { key: "ArrowRight", shiftKey: true });
    await waitFor(() => expect(column("Has to wait").getByRole("button", { name: "Free hours" })).toBe(document.activeElement));
    expect(screen.getByText("Free hours moved to Has to wait")).toBeTruthy();
    await waitFor(() => expect(patched(asked).map(({ body }) => body)).toEqual([{ status: "blocked" }]));
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowLeft" });
    expect(document.activeElement?.textContent).toBe("Ask for one");
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
    expect(document.activeElement?.textContent).toBe("A mail");
    fireEvent.keyDown(document.activeElement as Element, { key: "ArrowRight", shiftKey: true });
    expect(patched(asked)).toHaveLength(1);
    expect(screen.queryByLabelText("Status of A mail")).toBeNull();
    expect(screen.getByText("Follows its tasks")).toBeTruthy();
  });

  it("moves a part that would follow tasks and has none, and takes it in hand so", async () => {
    const free = node("node_f9", { title: "A map", extra_metadata: auto });
    const asked = await open({ view: "board" }, { "GET /blueprints/bp_1": () => read({}, [{ ...(PLAN[0] as PlanTreeNode), children: [free] }]), "PATCH /plan_nodes/node_f9": () => changedNode("node_f9") });
    fireEvent.change(await screen.findByLabelText("Status of A map"), { target: { value: "done" } });
    await waitFor(() => expect(asked.filter(({ route }) => route === "PATCH /plan_nodes/node_f9").map(({ body }) => body)).toEqual([{ status: "done", extra_metadata: { auto_status_from_tasks: false } }]));
  });

  it("does not call planned or done what has no task of its own, and lists it apart", async () => {
    const parts = [node("node_f8", { title: "Prices", basis: "moved" }), node("node_f9", { title: "Our words", basis: "above" }), node("node_f7", { title: "Hours", basis: "tasks" })];
    await open({ view: "board" }, { "GET /blueprints/bp_1": () => read({}, [{ ...(PLAN[0] as PlanTreeNode), children: parts }]) });
    await screen.findByText("2 parts have no task of their own");
    expect(column("Planned").getAllByRole("listitem").map((one) => one.textContent?.slice(0, 5))).toEqual(["Hours"]);
    expect(screen.getByRole("button", { name: /Our words/ }).textContent).toBe("No task of its ownOur words");
    fireEvent.click(screen.getByRole("button", { name: /Prices/ }));
    expect(onPlace).toHaveBeenLastCalledWith({ view: "board", node: "node_f8" });
  });

  it("takes a second move while the first is on its way, one after the other", async () => {
    const asked = await open({ view: "board" }, { "PATCH /plan_nodes/node_f4": () => changedNode("node_f4") });
    fireEvent.change(await screen.findByLabelText("Status of Imprint"), { target: { value: "in_progress" } });
    fireEvent.change(screen.getByLabelText("Status of Imprint"), { target: { value: "done" } });
    expect(column("Done").getByRole("button", { name: "Imprint" })).toBeTruthy();
    await waitFor(() => expect(patched(asked).map(({ body }) => body)).toEqual([{ status: "in_progress" }, { status: "done" }]));
  });

  it("takes a card that is dropped, and puts back what was refused", async () => {
    await open({ view: "board" }, { "PATCH /plan_nodes/node_f4": () => new Refusal(409, { code: "BLUEPRINT_ARCHIVED", detail: "It is archived." }) });
    await button("Imprint");
    fireEvent.drop(screen.getByRole("region", { name: "Done" }), { dataTransfer: { getData: () => "node_f4" } });
    expect(column("Done").getByRole("button", { name: "Imprint" })).toBeTruthy();
    expect((await screen.findByRole("alert")).textContent).toContain("It was not changed. It is archived.");
    expect(column("Planned").getByRole("button", { name: "Imprint" })).toBeTruthy();
  });
});

describe("the graph", () => {
  it("has what waits behind what it waits for, by keyboard along the lines, and says it in words", async () => {
    await open({ view: "graph" });
    const box = await screen.findByRole("region", { name: "What waits for what" });
    expect(within(box).getAllByRole("button").map((one) => one.textContent)).toEqual([
      "Free hoursIn work0 of 20 of 2 tasks donewaits for nothing",
      "Ask for onePlanned0 of 20 of 2 tasks donewaits for Free hours",
      "A mailPlanned0 of 20 of 2 tasks donewaits for Ask for one",
    ]);
    const lefts = within(box).getAllByRole("button").map((one) => Number.parseFloat(one.style.left) + Number.parseFloat(one.style.top));
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other));
    const first = within(box).getAllByRole("button")[0] as HTMLElement;
    act(() => first.focus());
    fireEvent.keyDown(first, { key: matchMedia("(min-width: 768px)").matches ? "ArrowRight" : "ArrowDown" });
    expect(document.activeElement?.textContent).toContain("Ask for one");
    fireEvent.keyDown(document.activeElement as Element, { key: "+" });
    expect(screen.getByText("125 %")).toBeTruthy();
    expect(screen.getByText("1 part is free of the others")).toBeTruthy();
    fireEvent.click(document.activeElement as Element);
    expect(onPlace).toHaveBeenLastCalledWith({ view: "graph", node: "node_f2" });
  });

  it("explains itself where nothing waits, where parts wait for each other, and where they are too many", async () => {
    await open({ view: "graph" }, {}, [node("node_a", { title: "Alone" })]);
    expect(await screen.findByText("No part waits for another yet")).toBeTruthy();
    await open({ view: "graph" }, {}, [node("node_p", { title: "Phase 1", kind: "phase", waits_inside: 3, children: [node("node_a", { title: "Alone" })] })]);
    expect(await screen.findByText("No part waits for another")).toBeTruthy();
    expect(screen.getByRole("button", { name: /Phase 1/ })).toBeTruthy();
    await open({ view: "graph" }, {}, [node("node_a", { title: "One", waits_for: ["node_b"] }), node("node_b", { title: "Other", waits_for: ["node_a"] })]);
    expect(await screen.findByText(/^Some parts wait for each other/)).toBeTruthy();
    await open({ view: "graph" }, {}, Array.from({ length: 301 }, (_, at) => node(`node_${at}`)));
    expect(await screen.findByText("301 parts are too many to see at once.")).toBeTruthy();
  });
});

describe("what a version has changed", () => {
  const change = (id: string, what: string, more: object = {}) => ({ node_id: id, what, title: id, text_before: null, text_after: null, parent_before: null, parent_after: null, stale_tasks: [], pinned_tasks: [], ...more });
  const CHANGES = [
    change("node_f1", "changed", { title: "Free hours", text_before: "It shows a week.", text_after: "It shows a month.", stale_tasks: ["task_1"], pinned_tasks: ["task_2"] }),
    change("node_f2", "moved", { title: "Ask for one", parent_before: "node_gone", parent_after: "node_p1" }),
    change("node_gone", "gone", { title: "Fax", text_before: "It faxes." }),
  ];
  const stale = [{ ...(PLAN[0] as PlanTreeNode), children: [node("node_f1", { title: "Free hours", extra_metadata: { ...auto, auto_status_from_tasks: false, stale: "Its text has changed in version 2." } })] }];
  const answers = (): Answers => ({
    [COMPARE]: () => ({ items: CHANGES, next_cursor: null }),
    "GET /tasks/task_1": () => ({ ...task("task_1", { description: "Show the hours" }), waits_for_first: [] }),
    "GET /tasks/task_2": () => ({ ...task("task_2", { description: "Paint them" }), waits_for_first: [] }),
  });

  it("is reviewed like code: both texts, where it lay, which tasks rest on it, by keys", async () => {
    await open({ view: "changes" }, answers(), stale);
    const first = (await screen.findByRole("heading", { name: "Free hours" })).closest("li") as HTMLElement;
    expect([...first.querySelectorAll("tr")].map((row) => row.textContent)).toEqual([expect.stringContaining("It shows a week."), expect.stringContaining("It shows a month.")]);
    expect(await within(first).findByRole("button", { name: "Show the hours" })).toBeTruthy();
    expect(within(first).getByText("1 task was begun or is done, and stays as it is")).toBeTruthy();
    expect(screen.getByText("From Fax to Booking")).toBeTruthy();
    expect(screen.getByText("0 of 3 looked at")).toBeTruthy();
    fireEvent.keyDown(first, { key: "]" });
    fireEvent.keyDown(document.activeElement as Element, { key: "j" });
    fireEvent.keyDown(document.activeElement as Element, { key: "a" });
    expect(screen.getByLabelText<HTMLInputElement>("Looked at: Ask for one").checked).toBe(true);
    expect(screen.getByText("1 of 3 looked at")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Show"), { target: { value: "gone" } });
    expect(screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent)).toEqual(["Fax"]);
  });

  it("is no longer marked where a person says that it still holds", async () => {
    const asked = await open({ view: "changes" }, { ...answers(), "PATCH /tasks/task_1": () => task("task_1"), "PATCH /plan_nodes/node_f1": () => changedNode("node_f1") }, stale);
    await press("It still holds");
    await waitFor(() => expect(patched(asked)).toEqual([{ route: "PATCH /tasks/task_1", body: { stale: null } }, { route: "PATCH /plan_nodes/node_f1", body: { extra_metadata: { changed: false } } }]));
  });

  it("is a loss when it could not be compared, and nothing when nothing changed", async () => {
    await open({ view: "changes" }, { [COMPARE]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The versions could not be compared.");
    await open({ view: "changes" }, { [COMPARE]: () => ({ items: [], next_cursor: null }) });
    expect(await screen.findByText("Nothing has changed")).toBeTruthy();
  });

  it("stands at the part itself, with both texts", async () => {
    const asked = await open({ node: "node_f1" }, {
      ...answers(),
      "GET /plan_nodes/node_f1": () => fullNode("node_f1", { title: "Free hours", tasks: [task("task_1", { stale: "Its text has changed in version 2." })] }),
      "PATCH /tasks/task_1": () => task("task_1"),
    });
    const banner = await screen.findByRole("region", { name: "The text has changed since" });
    expect(await within(banner).findByRole("group", { name: "Before, Now" })).toBeTruthy();
    fireEvent.click(within(banner).getByRole("button", { name: "It still holds" }));
    await waitFor(() => expect(patched(asked)).toEqual([{ route: "PATCH /tasks/task_1", body: { stale: null } }]));
  });
});

describe("a part of the plan", () => {
  it("says what it waits for, what waits for it, and why its tasks cannot begin", async () => {
    const blocked = task("task_1", { description: "The form", status: "blocked", blocked_by: [{ task_id: "task_0", title: "The hours", reason: "unproven" }] });
    await open({ node: "node_f2" }, { "GET /plan_nodes/node_f2": () => fullNode("node_f2", { title: "Ask for one", tasks: [blocked] }) });
    expect(await screen.findByRole("heading", { name: "What it waits for" })).toBeTruthy();
    const why = screen.getByRole("heading", { name: "Why its tasks have to wait" }).parentElement as HTMLElement;
    expect(why.textContent).toContain("called done, nothing shows it");
    fireEvent.click(within(why).getByRole("button", { name: "The hours" }));
    expect(leads.toTask).toHaveBeenCalledWith("task_0");
    await press("A mail");
    expect(onPlace).toHaveBeenLastCalledWith({ node: "node_f3" });
  });

  it("takes a comment to the planner, and keeps what was typed when it is refused", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: true } }));
    let refuse = true;
    const asked = await open({ node: "node_f4" }, {
      "GET /plan_nodes/node_f4": () => fullNode("node_f4", { title: "Imprint", comment: "Short, please." }),
      "PATCH /plan_nodes/node_f4": () => (refuse ? new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) : changedNode("node_f4")),
    });
    expect(await screen.findByText("Short, please.")).toBeTruthy();
    (await button("Change it")).focus();
    await press("Change it");
    expect(document.activeElement).toBe(screen.getByLabelText("What the planner should know"));
    vi.unstubAllGlobals();
    fireEvent.change(screen.getByLabelText("What the planner should know"), { target: { value: "One page." } });
    await press("Save");
    expect((await screen.findByRole("alert")).textContent).toContain("What you wrote is still here.");
    refuse = false;
    await press("Save");
    expect(await button("Change it")).toBeTruthy();
    expect(patched(asked).map(({ body }) => body)).toEqual([{ comment: "One page." }, { comment: "One page." }]);
  });
});

describe("the tasks of a whole plan", () => {
  const empty = [node("node_p1", { kind: "phase", children: [node("node_a"), node("node_b")] })];

  it("are written after a word about what it costs and where it stops", async () => {
    const asked = await open({}, { ...MODELS, [ALL]: () => JOB }, empty);
    expect(await screen.findByText("2 parts have no tasks yet.")).toBeTruthy();
    await press("Have all tasks written");
    expect(document.activeElement?.textContent).toBe("Cancel");
    expect(await screen.findByText("It costs about $0.06, and stops at $1.00.")).toBeTruthy();
    await press("Change the limit");
    const cap = screen.getByLabelText("It stops at (dollars)");
    act(() => cap.focus());
    fireEvent.change(cap, { target: { value: "10.0" } });
    expect(document.activeElement).toBe(cap);
    await press("Write them");
    await waitFor(() => expect(asked.filter(({ route }) => route === ALL).map(({ body }) => body)).toEqual([{ max_dollars: 10 }]));
  });

  it("are not asked for where none is missing", async () => {
    await open({}, { "GET /blueprints/bp_1": () => read({ parts_without_tasks: 0 }, empty) });
    expect(await screen.findByRole("tab", { name: "Tree" })).toBeTruthy();
    expect(screen.queryByText(/no tasks yet/)).toBeNull();
  });

  it("say how far they are, what was spent, and what to do where they stopped", async () => {
    const job = { ...JOB, status: "running", processed_chunks: 3, cost_usd: 0.25 };
    await open({}, { ...MODELS, "GET /blueprints/bp_1": () => read({ tasks_job: job }, empty) });
    expect(await screen.findByText("Tasks written for 3 of 8 parts")).toBeTruthy();
    expect(await screen.findByText("$0.25 spent, at most $5.00")).toBeTruthy();
    await open({}, { "GET /blueprints/bp_1": () => read({ tasks_job: { ...JOB, gaps: 2, error_code: "COST_CAP" } }, empty) });
    expect(await screen.findByText("Stopped at its limit of $5.00. What was written is kept.")).toBeTruthy();
    expect(await button("Write the rest")).toBeTruthy();
  });

  it("that were refused say why", async () => {
    await open({}, { [ALL]: () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "The budget of today is used up." }) }, empty);
    await press("Have all tasks written");
    await press("Write them");
    expect((await screen.findByRole("alert")).textContent).toContain("The tasks could not be written. The budget of today is used up.");
  });
});
