import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { LineSection } from "@/features/settings/LineSection";
import { type Answers, Refusal, show } from "@/testing/show";

const CHANGES = [
  { name: "clsx", version: "2.1.2", to: "2.1.1" },
  { name: "react", version: "19.3.1", to: "18.3.1" },
  { name: "ky", version: "1.0.0", to: null },
];
const READ = "GET /admin/apps/app_1/builder/line";
const CHANGE = "POST /admin/apps/app_1/builder/line";
const RUN = "POST /projects/app_1/runs";
const NOW = { line: "current", made_of: "react 19.3.1", revision_id: "rev_1", others: [{ line: "classic", made_of: "react 18.3.1", changes: CHANGES }] };
const result = (over: object) => ({ line: "classic", status: "kept", diagnostics: [], build_id: "bld_1", revision_id: null, next_steps: [], ...over });
const RED = result({
  status: "failed",
  diagnostics: [{ code: "TYPES_EXIT", severity: "error", message: "Module has no export use.", path: "src/App.tsx", line: 3, column: null, hint: null }],
  next_steps: [{ kind: "ask", message: "Finish the change.", line: null }],
});

const open = (answers: Answers = {}) =>
  show(<LineSection app="app_1" draft="rev_1" />, { [READ]: () => NOW, ...answers });
const CHANGE_NAME = "Change to classic packages";
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const bodies = (asked: { route: string; body: unknown }[], route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);

describe("the packages that an app is made of", () => {
  it("say what would change before anything is asked of the server", async () => {
    const asked = await open();
    await screen.findByText("This app is made of current packages: react 19.3.1.");
    await press(CHANGE_NAME);
    expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["ky 1.0.0 → not there", "react 19.3.1 → 18.3.1"]);
    expect(screen.getByText("and one package in a smaller step")).toBeTruthy();
    expect(screen.getByText("Classic packages: react 18.3.1")).toBeTruthy();
    await press("Cancel");
    expect(bodies(asked, CHANGE)).toEqual([]);
  });

  it("are kept once they were built, however often the server has to be asked", async () => {
    const answers = ["building", "kept"];
    const asked = await open({ [CHANGE]: () => result({ status: answers.shift() ?? "kept" }) });
    await press(CHANGE_NAME);
    await press(CHANGE_NAME);
    await screen.findByText("It was built and checked first. The version before is in History, and visitors still see what is published.", {}, { timeout: 5000 });
    expect(bodies(asked, CHANGE)).toEqual(Array(2).fill({ line: "classic", base_revision_id: "rev_1", unfinished: false }));
  });

  it("that do not work stay out of the draft until the agent is asked to finish", async () => {
    const asked = await open({ [CHANGE]: (body) => ({ ...RED, revision_id: (body as { unfinished: boolean }).unfinished ? "rev_2" : null }), [RUN]: () => ({ id: "run_1" }) });
    await press(CHANGE_NAME);
    await press(CHANGE_NAME);
    await screen.findByText("src/App.tsx:3 Module has no export use.");
    expect(bodies(asked, RUN)).toEqual([]);
    await press("Ask the agent to finish");
    await screen.findByText("The agent goes on with it in the conversation.");
    expect(bodies(asked, CHANGE).at(-1)).toEqual({ line: "classic", base_revision_id: "rev_1", unfinished: true });
    expect(bodies(asked, RUN)).toEqual([{ message: "Finish the change.", queue: true }]);
  });

  it("can be left as they are", async () => {
    const asked = await open({ [CHANGE]: () => RED });
    await press(CHANGE_NAME);
    await press(CHANGE_NAME);
    await press("Leave it as it is");
    await screen.findByRole("button", { name: CHANGE_NAME });
    expect(bodies(asked, CHANGE)).toHaveLength(1);
  });

  it.each([
    ["RUN_ACTIVE", "The agent is at work in this app. Change the packages when it has ended."],
    ["REVISION_CONFLICT", "The draft has changed meanwhile. Look again at what changes, then try again."],
  ])("are not changed while that would get into each other's way (%s)", async (code, said) => {
    await open({ [CHANGE]: () => new Refusal(409, { code, detail: "No." }) });
    await press(CHANGE_NAME);
    await press(CHANGE_NAME);
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(said));
  });
});
