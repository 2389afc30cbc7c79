import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import { ProjectPane } from "@/features/project/ProjectPane";
import { type Answers, type Asked, Refusal, show } from "@/testing/show";

const READ = "GET /projects/app_1/state";
const SAVE = "PATCH /projects/app_1/state";
const STATE = {
  project_id: "app_1",
  plan: ["Look", "Change"],
  requirements: { tone: "calm" },
  stack: {},
  decisions: [{ decision: "No login", reason: "static", at: "2026-01-01T10:00:00Z" }],
  artifacts: [],
  test_results: { tool: "run_command", success: false, output: "1 failed", run_id: "run_7", at: "2026-01-01T10:00:00Z" },
  lint_results: null,
  security_results: null,
  deploy_result: null,
  tool_log: [],
  updated_at: null,
  version: 3,
};
const WORKSPACE = { app: { id: "app_1", pinned_note: "Open at nine" } } as unknown as Workspace;
const onRun = vi.fn();
const open = (answers: Answers = {}) => show(<ProjectPane workspace={WORKSPACE} onRun={onRun} />, { [READ]: () => STATE, ...answers });
const button = (name: string) => screen.getByRole("button", { name });
const sent = (asked: Asked[]) => asked.filter(({ route }) => route === SAVE).map(({ body }) => body);
const form = () => within(screen.getByRole("form", { name: "Agent's steps" }));

beforeEach(() => localStorage.clear());

describe("the state of a project", () => {
  it("shows what is known, says what is not, and leads to the run that found it", async () => {
    await open();
    await screen.findByText("calm");
    for (const said of ["Nothing is said about it yet.", "Not published yet.", "1 failed"]) expect(screen.getByText(said)).toBeTruthy();
    expect(screen.getAllByText("Not run yet.")).toHaveLength(2);
    fireEvent.click(button("See the run"));
    expect(onRun).toHaveBeenCalledWith("run_7");
  });

  it("offers to try again when it could not be loaded", async () => {
    await open({ [READ]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("The state of the project could not be loaded. Nothing of it is lost.");
  });

  it("saves one part, moved and changed, on the version that was read", async () => {
    const asked = await open({ [SAVE]: (body) => ({ ...STATE, ...(body as object), version: 4 }) });
    fireEvent.click(await screen.findByRole("button", { name: "Change agent's steps" }));
    fireEvent.click(form().getByRole("button", { name: "Move 2 up" }));
    fireEvent.change(form().getAllByLabelText("Step")[1]!, { target: { value: "Look twice" } });
    fireEvent.click(form().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(asked)).toEqual([{ version: 3, plan: ["Change", "Look twice"] }]));
    await screen.findByText("Look twice");
  });

  it("keeps what is written while it is saved, and saves that too", async () => {
    let now = STATE;
    let answer: () => void = () => undefined;
    const save = async (body: unknown) => {
      await new Promise<void>((done) => (answer = done));
      return (now = { ...now, ...(body as object), version: now.version + 1 });
    };
    const asked = await open({ [READ]: () => now, [SAVE]: save });
    fireEvent.click(await screen.findByRole("button", { name: "Change agent's steps" }));
    fireEvent.change(form().getAllByLabelText("Step")[0]!, { target: { value: "First" } });
    fireEvent.click(form().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(asked)).toHaveLength(1));
    fireEvent.change(form().getAllByLabelText("Step")[0]!, { target: { value: "First and more" } });
    answer();
    await waitFor(() => expect(form().queryByRole("button", { name: "Saving ..." })).toBeNull());
    expect(screen.getByDisplayValue("First and more")).toBeTruthy();
    expect(screen.queryByText(/written meanwhile/)).toBeNull();
    fireEvent.click(form().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(sent(asked)).toHaveLength(2));
    answer();
    await screen.findByText("First and more");
    expect(now.plan).toEqual(["First and more", "Change"]);
  });

  it("keeps what is not saved over a reload", async () => {
    await open();
    fireEvent.click(await screen.findByRole("button", { name: "Change agent's steps" }));
    fireEvent.change(form().getAllByLabelText("Step")[0]!, { target: { value: "Mine" } });
    cleanup();
    await open();
    await screen.findByDisplayValue("Mine");
    fireEvent.click(button("Discard my changes"));
    expect(screen.getByText("Look")).toBeTruthy();
  });

  it("writes nothing over what came meanwhile unseen, and then only when told", async () => {
    let now = STATE;
    const save = (body: unknown) => {
      const { version } = body as { version: number };
      if (version !== now.version) return new Refusal(409, { code: "STATE_CONFLICT", detail: "The state was written." });
      return (now = { ...now, ...(body as object), version: version + 1 });
    };
    const asked = await open({ [READ]: () => now, [SAVE]: save });
    fireEvent.click(await screen.findByRole("button", { name: "Change agent's steps" }));
    fireEvent.change(form().getAllByLabelText("Step")[0]!, { target: { value: "Mine" } });
    now = { ...STATE, plan: ["Theirs"], version: 5 };
    fireEvent.click(form().getByRole("button", { name: "Save" }));
    await screen.findByText("Theirs");
    expect(now.plan).toEqual(["Theirs"]);
    fireEvent.click(button("Save mine in its place"));
    await waitFor(() => expect(now.plan).toEqual(["Mine", "Change"]));
    expect(sent(asked).length).toBe(2);
  });

  it("saves over another part's change without a word", async () => {
    let now = STATE;
    const save = (body: unknown) => {
      const { version } = body as { version: number };
      return version === now.version ? (now = { ...now, ...(body as object) }) : new Refusal(409, { code: "STATE_CONFLICT", detail: "" });
    };
    await open({ [READ]: () => now, [SAVE]: save });
    fireEvent.click(await screen.findByRole("button", { name: "Change agent's steps" }));
    now = { ...STATE, requirements: { tone: "loud" }, version: 9 };
    fireEvent.change(form().getAllByLabelText("Step")[0]!, { target: { value: "Mine" } });
    fireEvent.click(form().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(now.plan).toEqual(["Mine", "Change"]));
    expect(now.requirements).toEqual({ tone: "loud" });
  });

  it("says at the row what cannot be saved, and leads to it", async () => {
    const asked = await open();
    fireEvent.click(await screen.findByRole("button", { name: "Change decisions" }));
    fireEvent.change(screen.getByLabelText("Decision"), { target: { value: "" } });
    expect(screen.getByText("It needs a name.")).toBeTruthy();
    fireEvent.click(button("Save"));
    expect(sent(asked)).toEqual([]);
  });

  it("changes the pinned note, also to nothing", async () => {
    const app = { id: "app_1", pinned_note: "Open at nine", settings: { gates: {}, limits: {}, models: {}, api_hosts: [], env: {} } };
    const asked = await open({ "GET /admin/apps/app_1": () => app, "PATCH /admin/apps/app_1": () => app });
    fireEvent.change(await screen.findByLabelText("Pinned note"), { target: { value: "" } });
    fireEvent.click(button("Save"));
    await waitFor(() => expect(asked.find(({ route }) => route.startsWith("PATCH"))?.body).toEqual({ pinned_note: "" }));
  });

  it("reads the tool log when asked, page by page", async () => {
    const call = (id: string) => ({ run_id: "run_7", turn_id: "t", call_id: id, tool: "read_file", status: "completed", arguments: `{"path":"src/${id}.ts"}`, output: "text", changed_paths: [], duration_ms: 3, at: "2026-01-01T10:00:00Z" });
    const ids = ["a", "b"];
    const asked = await open({ "GET /projects/app_1/tool-log": () => ({ items: [call(ids.shift() ?? "c")], next_cursor: ids.length ? "next" : null }) });
    fireEvent.click(await screen.findByRole("button", { name: "Show the log" }));
    await screen.findByText("src/a.ts");
    fireEvent.click(button("Show more"));
    await screen.findByText("src/b.ts");
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
    expect(asked.filter(({ route }) => route.endsWith("tool-log")).length).toBe(2);
  });
});
