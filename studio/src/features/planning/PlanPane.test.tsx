import { focusManager } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { PlanPlace } from "@/domain/place";
import { PlanPane } from "@/features/planning/PlanPane";
import { addWords } from "@/run/useDraft";
import { type Answers, Refusal, show } from "@/testing/show";
import { blueprint, changedNode, fullNode, JOB, MODELS, node, task } from "@/testing/planning";

const LIST = "GET /projects/app_1/blueprints";
const TREE = "GET /blueprints/bp_1";
const NODE = "GET /plan_nodes/node_f1";
const READ = "POST /blueprints/bp_1/generate_plan";
const TEXT = "GET /projects/app_1/docs/doc_1/text";
const leads = { toTasks: vi.fn(), toTask: vi.fn(), toNode: vi.fn(), toRevision: vi.fn(), toFile: vi.fn(), toRun: vi.fn(), toPilot: vi.fn(), toPreview: vi.fn(), toPublish: vi.fn(), onAsk: vi.fn() };
const onPlace = vi.fn();

const PLAN = [
  node("node_p1", {
    kind: "phase",
    title: "Booking",
    tasks: { total: 4, done: 1, in_progress: 1, blocked: 0 },
    children: [node("node_e1", { kind: "epic", title: "Calendar", children: [node("node_f1", { title: "Free hours", status: "in_progress" })] })],
  }),
  node("node_p2", { kind: "phase", title: "Later" }),
];

function Pane({ place, active }: { place: PlanPlace; active: string | null }) {
  const [now, go] = useState(place);
  const workspace = { app: { id: "app_1", active_phase_node_id: active } } as unknown as Workspace;
  return <PlanPane workspace={workspace} place={now} onPlace={(next) => (onPlace(next), go(next))} leads={leads} />;
}

const open = (answers: Answers = {}, place: PlanPlace = {}, active: string | null = null) =>
  show(<Pane place={place} active={active} />, {
    [LIST]: () => ({ items: [blueprint()], next_cursor: null }),
    [TREE]: () => ({ blueprint: blueprint(), plan_tree: PLAN, parts_without_tasks: 0, ingestion_job: JOB, tasks_job: null, change_job: null }),
    [NODE]: () => fullNode("node_f1", { title: "Free hours", status: "in_progress" }),
    [TEXT]: () => ({ document_id: "doc_1", start: 0, end: 40, length: 40, text: "## Calendar\nIt shows the free hours. More." }),
    ...answers,
  });
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const line = (name: string | RegExp) => screen.findByRole("treeitem", { name });

beforeEach(() => void vi.clearAllMocks());

describe("a project without a plan", () => {
  it("is told what one is, and takes a text that is then read", async () => {
    const all: object[] = [];
    const asked = await open({
      [LIST]: () => ({ items: all, next_cursor: null }),
      "POST /projects/app_1/docs/text": () => ({ id: "doc_1", project_id: "app_1" }),
      "POST /projects/app_1/blueprints": () => (all.push(blueprint()), blueprint()),
      [TREE]: () => ({ blueprint: blueprint(), plan_tree: [], parts_without_tasks: 0, ingestion_job: { ...JOB, status: "running", total_chunks: 8, processed_chunks: 2 }, tasks_job: null, change_job: null }),
      [READ]: () => JOB,
    });
    expect(await screen.findByText("No plan yet")).toBeTruthy();
    await press("Bring a text");
    await press("Read it");
    expect(screen.getByText("It needs a name.")).toBeTruthy();
    expect(screen.getByText("It needs a text.")).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Booking" } });
    fireEvent.change(screen.getByLabelText("The text"), { target: { value: "# Booking\nIt books." } });
    await press("Read it");
    expect(await screen.findByText("2 of 8 parts read")).toBeTruthy();
    const sent = asked.filter(({ route }) => route.startsWith("POST"));
    expect(sent.map(({ body }) => body)).toEqual([
      { title: "Booking", text: "# Booking\nIt books." },
      { document_id: "doc_1", title: "Booking", mark_active: true },
      { regenerate: false, max_dollars: 10 },
    ]);
  });

  it("that somebody has begun to bring is read as soon as it is kept, and a reading that is asked for is not offered again", async () => {
    addWords("blueprint.app_1", "# Booking\nIt books.");
    const all: object[] = [];
    let begin: (job: object) => void = () => undefined;
    const began = new Promise<object>((done) => (begin = done));
    const jobs: object[] = [];
    const asked = await open({
      [LIST]: () => ({ items: all, next_cursor: null }),
      "POST /projects/app_1/docs/text": () => ({ id: "doc_1", project_id: "app_1" }),
      "POST /projects/app_1/blueprints": () => (all.push(blueprint()), blueprint()),
      [TREE]: () => ({ blueprint: blueprint(), plan_tree: [], parts_without_tasks: 0, ingestion_job: jobs[0] ?? null, tasks_job: null, change_job: null }),
      [READ]: () => began,
    });
    await press("Read it");
    await waitFor(() => expect(asked.filter(({ route }) => route === READ)).toHaveLength(1));
    act(() => (focusManager.setFocused(false), focusManager.setFocused(true)));
    expect(await screen.findByText("Being read", {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Read it into a plan" })).toBeNull();
    jobs.push({ ...JOB, status: "pending", total_chunks: null, processed_chunks: 0 });
    begin(jobs[0] ?? {});
    expect(await screen.findByRole("meter", { name: "Your text is being read" })).toBeTruthy();
    expect(localStorage.getItem("chatbuilder.draft.blueprint.app_1") ?? "").toBe("");
  });

  it("says why its reading was refused, and offers it then", async () => {
    const all: object[] = [];
    await open({
      [LIST]: () => ({ items: all, next_cursor: null }),
      "POST /projects/app_1/docs/text": () => ({ id: "doc_1", project_id: "app_1" }),
      "POST /projects/app_1/blueprints": () => (all.push(blueprint()), blueprint()),
      [TREE]: () => ({ blueprint: blueprint(), plan_tree: [], parts_without_tasks: 0, ingestion_job: null, tasks_job: null, change_job: null }),
      [READ]: () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "Spent." }),
    });
    await press("Bring a text");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Booking" } });
    fireEvent.change(screen.getByLabelText("The text"), { target: { value: "It books." } });
    await press("Read it");
    expect((await screen.findByRole("alert")).textContent).toContain("It could not be read. Spent.");
    expect(await button("Read it into a plan")).toBeTruthy();
  });

  const asks = node("node_q1", { title: "Whether in Polish", is_question: true });
  const withUnknowns = { [TREE]: () => ({ blueprint: blueprint(), plan_tree: [node("node_p1", { kind: "phase", title: "Booking", children: [node("node_f1", { title: "Free hours", needs: ["mail"] })] }), asks], parts_without_tasks: 0, ingestion_job: JOB, tasks_job: null, change_job: null }) };

  it("says what one should know before it is begun, and takes an answer to what the text leaves open", async () => {
    const answers: string[] = [""];
    const asked = await open({
      ...withUnknowns,
      "GET /plan_nodes/node_q1": () => fullNode("node_q1", { title: "Whether in Polish", is_question: true, answer: answers[0] ?? "" }),
      "PATCH /plan_nodes/node_q1": () => ((answers[0] = "No."), changedNode("node_q1")),
    });
    fireEvent.click(await screen.findByText("1 part needs more than a published app has. The text leaves 1 question open."));
    fireEvent.click(screen.getByRole("button", { name: "Whether in Polish", hidden: true }));
    const field = await screen.findByLabelText<HTMLTextAreaElement>("Your answer", { selector: "textarea" });
    expect([screen.queryByText("Its tasks"), screen.queryByLabelText("Status")]).toEqual([null, null]);
    fireEvent.change(field, { target: { value: "y".repeat(301) } });
    await press("Answer it");
    expect(screen.getByText("At most 300 characters.")).toBeTruthy();
    fireEvent.change(field, { target: { value: " No. " } });
    await press("Answer it");
    expect(await screen.findByText("Answered", { selector: "h3" })).toBeTruthy();
    expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ answer: "No." }]);
    expect(localStorage.getItem("chatbuilder.draft.answer.node_q1") ?? "").toBe("");
  });

  it("asks which of two places holds, leads to both parts, and says so at each of them", async () => {
    const part = (id: string, title: string) => node(id, { title, questions: ["node_q2"] });
    const both = [part("node_a", "14 days to answer"), part("node_b", "Lapses after ten days")];
    const asked = { title: "14 days or ten?", is_question: true, contradicts: true };
    const source = ["People have 14 days.", "It lapses after ten days."].map((text, at) => ({ start: at * 100, end: at * 100 + text.length, text, cut: false }));
    await open({
      [TREE]: () => ({ blueprint: blueprint(), plan_tree: [...both, node("node_q2", asked)], parts_without_tasks: 0, ingestion_job: JOB, tasks_job: null, change_job: null }),
      "GET /plan_nodes/node_q2": () => fullNode("node_q2", { ...asked, source }),
      "GET /plan_nodes/node_b": () => fullNode("node_b", { title: "Lapses after ten days" }),
    });
    fireEvent.click(await screen.findByText("The text contradicts itself in 1 place.", { selector: "summary" }));
    fireEvent.click(screen.getByRole("button", { name: "14 days or ten?", hidden: true }));
    expect(await screen.findByText("The text says two things", { selector: "h3" })).toBeTruthy();
    expect(screen.getByText("People have 14 days.").closest("ul")?.textContent).toContain("It lapses after ten days.");
    expect(screen.getAllByText("waits for an answer").length).toBe(2);
    await press("Lapses after ten days");
    expect((await screen.findByText("The text says two things:")).parentElement?.textContent).toContain("14 days or ten?");
  });

  it("changes the words of a part in a form that keeps them, over the part as it was read", async () => {
    const versions = [4];
    const part = (more: object = {}) => fullNode("node_f1", { title: "Lapses after ten days", summary: "It lapses.", acceptance: ["After ten days it is over"], version: versions[0] ?? 0, ...more });
    const asked = await open({ "GET /plan_nodes/node_f1": () => part(), "PATCH /plan_nodes/node_f1": () => (versions[0] === 4 ? ((versions[0] = 5), new Refusal(409, { code: "STATE_CONFLICT", detail: "It was changed." })) : changedNode("node_f1")) }, { node: "node_f1" });
    await press("Edit");
    const title = await screen.findByLabelText<HTMLInputElement>("Title");
    await waitFor(() => expect(document.activeElement).toBe(title));
    fireEvent.change(title, { target: { value: " " } });
    await press("Save");
    expect(await screen.findByText("It needs a title.")).toBeTruthy();
    fireEvent.change(title, { target: { value: "Lapses after 14 days" } });
    fireEvent.change(screen.getByLabelText("Done when"), { target: { value: "- On day 15 it is over\n\nIt says so" } });
    await press("Save");
    expect(await screen.findByText(/It was changed meanwhile/)).toBeTruthy();
    await waitFor(() => expect(asked.filter(({ route }) => route === "GET /plan_nodes/node_f1").length).toBeGreaterThan(1));
    await press("Save");
    await waitFor(() => expect(screen.queryByLabelText("Title")).toBeNull());
    const words = { title: "Lapses after 14 days", summary: "It lapses.", acceptance: ["On day 15 it is over", "It says so"] };
    expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([4, 5].map((version) => ({ ...words, version })));
  });

  it("keeps an answer that was not taken", async () => {
    await open({ ...withUnknowns, "GET /plan_nodes/node_q1": () => fullNode("node_q1", { is_question: true }), "PATCH /plan_nodes/node_q1": () => new Refusal(422, { code: "VALIDATION_FAILED", detail: "Too many decisions." }) }, { node: "node_q1" });
    fireEvent.change(await screen.findByLabelText("Your answer", { selector: "textarea" }), { target: { value: "No." } });
    await press("Answer it");
    expect((await screen.findByRole("alert")).textContent).toContain("It is still here. Too many decisions.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("Your answer", { selector: "textarea" }).value).toBe("No.");
  });

  it("lets a person say what a part needs", async () => {
    const asked = await open({ ...withUnknowns, [NODE]: () => fullNode("node_f1", { needs: ["mail"] }), "PATCH /plan_nodes/node_f1": () => changedNode("node_f1") }, { node: "node_f1" });
    expect(await screen.findByText(/It needs mail that is sent, which/)).toBeTruthy();
    await press("Change what it needs");
    expect((await button("mail that is sent")).getAttribute("aria-pressed")).toBe("true");
    await press("a server");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ needs: ["server", "mail"] }]));
  });

  it("offers the next phase once the one that was worked on is done, and says when all are", async () => {
    const counts = (done: number) => ({ total: 2, done, in_progress: 0, blocked: 0 });
    const phases = (second: number) => [node("node_p1", { kind: "phase", title: "Phase 1", tasks: counts(2) }), node("node_p2", { kind: "phase", title: "Phase 2", tasks: counts(second) })];
    const shown = (second: number) => ({ [TREE]: () => ({ blueprint: blueprint(), plan_tree: phases(second), parts_without_tasks: 0, ingestion_job: JOB, tasks_job: null, change_job: null }) });
    await open(shown(0), {}, "node_p1");
    expect(await screen.findByText("Phase 1 is done.")).toBeTruthy();
    await press("Start Phase 2");
    await press("Look at it");
    await press("Publish it");
    expect([leads.toPilot, leads.toPreview, leads.toPublish].map((lead) => lead.mock.calls.length)).toEqual([1, 1, 1]);
    cleanup();
    await open(shown(2), {}, "node_p2");
    expect(await screen.findByText("All phases are done.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Start/ })).toBeNull();
    cleanup();
    await open(shown(0), {}, "node_p2");
    await screen.findByRole("tab", { name: "Tree" });
    expect(screen.queryByText(/done\./)).toBeNull();
  });

  it("is called as its text calls itself where nobody has named it, and a file is left for typing by a button of its own", async () => {
    const asked = await open({ [LIST]: () => ({ items: [], next_cursor: null }), "POST /projects/app_1/docs/text": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE" }) });
    await press("Bring a text");
    const picker = document.querySelector<HTMLInputElement>("input[type=file]");
    if (!picker) throw new Error("no picker");
    const file = new File(["# A booking page\n\nIt books."], "final_spec-v2.md");
    Object.defineProperty(file, "arrayBuffer", { value: async () => new TextEncoder().encode("# A booking page\n\nIt books.").buffer });
    fireEvent.change(picker, { target: { files: [file] } });
    expect(await screen.findByDisplayValue("A booking page")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "Discard" }).length).toBe(1);
    await press("Read it");
    await waitFor(() => expect(asked.find(({ route }) => route.endsWith("/docs/text"))?.body).toMatchObject({ title: "A booking page" }));
    await press("Type it instead");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "" } });
    await press("Read it");
    expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  });

  it("keeps what was typed when it is not taken", async () => {
    await open({ [LIST]: () => ({ items: [], next_cursor: null }), "POST /projects/app_1/docs/text": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "The storage is away." }) });
    await press("Bring a text");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "Booking" } });
    fireEvent.change(screen.getByLabelText("The text"), { target: { value: "It books." } });
    await press("Read it");
    expect((await screen.findByRole("alert")).textContent).toContain("What you wrote is still here. The storage is away.");
    expect(screen.getByLabelText<HTMLTextAreaElement>("The text").value).toBe("It books.");
  });

  it("that could not be loaded is a loss, and no empty plan", async () => {
    await open({ [LIST]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The plan could not be loaded.");
  });
});

describe("a plan", () => {
  it("is a tree with how each part stands, by keyboard too, and is searched", async () => {
    await open({}, {}, "node_p1");
    const phase = await line(/^Planned Booking This phase is worked on 1 of 4 tasks done/);
    expect([phase.getAttribute("aria-level"), phase.getAttribute("aria-expanded")]).toEqual(["1", "true"]);
    expect(screen.queryByRole("treeitem", { name: /Free hours/ })).toBeNull();
    fireEvent.keyDown(phase, { key: "ArrowDown" });
    fireEvent.keyDown(screen.getByRole("tree"), { key: "ArrowRight" });
    expect(await line(/In work Free hours/)).toBeTruthy();
    fireEvent.keyDown(screen.getByRole("tree"), { key: "ArrowRight" });
    fireEvent.keyDown(screen.getByRole("tree"), { key: "Enter" });
    expect(onPlace).toHaveBeenCalledWith({ node: "node_f1" });
    fireEvent.change(screen.getByRole("searchbox", { name: "Search the plan" }), { target: { value: "later" } });
    expect(screen.getAllByRole("treeitem")).toHaveLength(1);
    fireEvent.change(screen.getByRole("searchbox", { name: "Search the plan" }), { target: { value: "nowhere" } });
    expect(screen.getByText("Nothing of the plan has these words.")).toBeTruthy();
  });

  it("has each part beside it: where it lies, what the text says, its tasks", async () => {
    await open({ [NODE]: () => fullNode("node_f1", { title: "Free hours", tasks: [task("task_1", { description: "Show the hours" })], source: [{ start: 12, end: 36, text: "It shows the free hours.", cut: false }] }) }, { node: "node_f1" });
    expect(await screen.findByRole("heading", { name: "Free hours" })).toBeTruthy();
    expect(within(screen.getByRole("navigation", { name: "Part of the plan" })).getAllByRole("button").map((one) => one.textContent)).toEqual(["Booking", "Calendar"]);
    const source = await screen.findByRole("region", { name: "Where it stands in the text" });
    expect(source.querySelector("mark")?.textContent).toBe("It shows the free hours.");
    fireEvent.click(await button("Show the hours"));
    expect(leads.toTask).toHaveBeenCalledWith("task_1");
  });

  it("has its tasks written after a second word", async () => {
    const asked = await open({ ...MODELS, "POST /plan_nodes/node_f1/generate_tasks": () => JOB }, { node: "node_f1" });
    await press("Have its tasks written");
    expect(await screen.findByText("It costs about $0.03, and stops at $1.00.")).toBeTruthy();
    await press("Change the limit");
    fireEvent.change(screen.getByLabelText("It stops at (dollars)"), { target: { value: "much" } });
    expect(screen.getByText("A number above 0, at most 1000.")).toBeTruthy();
    await press("Write them");
    fireEvent.change(screen.getByLabelText("It stops at (dollars)"), { target: { value: "0,5" } });
    await press("Write them");
    expect(await screen.findByText("Being written ...")).toBeTruthy();
    expect(asked.filter(({ route }) => route.startsWith("POST"))).toEqual([{ route: "POST /plan_nodes/node_f1/generate_tasks", body: { max_dollars: 0.5 } }]);
  });

  it("says when a change was refused", async () => {
    await open({ "PATCH /plan_nodes/node_f1": () => new Refusal(409, { code: "BLUEPRINT_ARCHIVED", detail: "It is archived." }) }, { node: "node_f1" });
    fireEvent.change(await screen.findByLabelText("Status"), { target: { value: "auto" } });
    fireEvent.change(await screen.findByLabelText("Status"), { target: { value: "done" } });
    expect((await screen.findByRole("alert")).textContent).toContain("It was not changed. It is archived.");
  });

  it("has a phase that is worked on", async () => {
    const asked = await open({ "GET /plan_nodes/node_p1": () => fullNode("node_p1", { kind: "phase", title: "Booking", above: [] }), "PATCH /admin/apps/app_1": () => ({ id: "app_1" }) }, { node: "node_p1" });
    await press("Work on this phase");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ active_phase_node_id: "node_p1" }]));
  });

  it("counts what could not be read, and reads it again", async () => {
    const asked = await open({ [TREE]: () => ({ blueprint: blueprint(), plan_tree: PLAN, parts_without_tasks: 0, ingestion_job: { ...JOB, gaps: 2 }, tasks_job: null, change_job: null }), [READ]: () => JOB });
    expect(await screen.findByText(/^2 parts could not be read/)).toBeTruthy();
    await press("Read what is new");
    await waitFor(() => expect(asked.filter(({ route }) => route === READ).map(({ body }) => body)).toEqual([{ regenerate: true }]));
  });

  it("that could not be read says why, and is read again", async () => {
    await open({ [TREE]: () => ({ blueprint: blueprint(), plan_tree: [], parts_without_tasks: 0, ingestion_job: { ...JOB, status: "error", error_message: "No model answered." }, tasks_job: null, change_job: null }) });
    expect((await screen.findByRole("alert")).textContent).toContain("It could not be read. No model answered.");
    expect(await button("Read it into a plan")).toBeTruthy();
  });

  it("of another version is used after a second word", async () => {
    const newer = blueprint({ id: "bp_2", version: 2, active: false });
    const asked = await open({
      [LIST]: () => ({ items: [newer, blueprint({ is_primary: false })], next_cursor: null }),
      "GET /blueprints/bp_2": () => ({ blueprint: newer, plan_tree: PLAN, parts_without_tasks: 0, ingestion_job: null, tasks_job: null, change_job: null }),
      "PATCH /blueprints/bp_2": () => ({ ...newer, active: true }),
    });
    fireEvent.change(await screen.findByLabelText("Plan of"), { target: { value: "bp_2" } });
    expect(onPlace).toHaveBeenCalledWith({ blueprint: "bp_2" });
    await press("Use this one");
    await press("Use this one");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ mark_active: true }]));
  });
});
