import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { Workspace } from "@/data/workspace";
import { SettingsPane } from "@/features/settings/SettingsPane";
import { type Answers, Refusal, show } from "@/testing/show";

const APP = {
  id: "app_1",
  name: "Rosa",
  framework: "react",
  instructions: "Be kind.",
  pinned_note: "",
  autonomy_mode: "off",
  review: "after",
  evaluator: "build",
  settings: {
    gates: { types: "required", tests: "required", page: "required", acceptance: "required" },
    limits: { run_dollars: null, run_tokens: null, run_model_calls: null, run_seconds: null },
    models: { fast: "gone" },
    api_hosts: [],
    env: { VITE_TITLE: "Shop" },
  },
};
const READ = "GET /admin/apps/app_1";
const LINE = { line: "current", made_of: "react 19.3.1", revision_id: "rev_1", others: [] };
const SAVE = "PATCH /admin/apps/app_1";
const MODELS = { items: [{ name: "gpt", is_default: true, price: { input: 2, cached_input: 1, output: 8 } }, { name: "lily", is_default: false, price: null }] };

const open = (answers: Answers = {}) =>
  show(<SettingsPane workspace={{ app: APP, draft: { id: "rev_1" } } as unknown as Workspace} />, { [READ]: () => APP, [`${READ}/builder/line`]: () => LINE, "GET /admin/models": () => MODELS, ...answers });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const write = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const button = (name: string) => screen.getByRole("button", { name });
const sent = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => route === SAVE).map(({ body }) => body);

beforeEach(() => localStorage.clear());

describe("the settings of an app", () => {
  it("say that everything is saved, and do nothing until something is changed", async () => {
    const asked = await open();
    expect(screen.getByText("Everything is saved.")).toBeTruthy();
    fireEvent.click(button("Save"));
    expect(sent(asked)).toEqual([]);
  });

  it("save nothing silently: only the button sends what was changed", async () => {
    const asked = await open({ [SAVE]: (body) => ({ ...APP, ...(body as object) }) });
    write("Instructions", "Be brief.");
    write("Autonomy", "suggest");
    expect(screen.getByText("2 changes are not saved yet. This browser keeps them.")).toBeTruthy();
    expect(sent(asked)).toEqual([]);
    fireEvent.click(button("Save"));
    await waitFor(() => expect(sent(asked)).toEqual([{ instructions: "Be brief.", autonomy_mode: "suggest" }]));
  });

  it("keep what is not saved over a reload, and let it go when asked", async () => {
    await open();
    write("Instructions", "Be brief.");
    cleanup();
    await open();
    expect(field("Instructions").value).toBe("Be brief.");
    fireEvent.click(button("Undo my changes"));
    expect(field("Instructions").value).toBe("Be kind.");
    cleanup();
    await open();
    expect(screen.getByText("Everything is saved.")).toBeTruthy();
  });

  it("survive anything that was kept wrongly", async () => {
    localStorage.setItem("chatbuilder.draft.settings.app_1", "{half");
    await open();
    expect(field("Name of the app").value).toBe("Rosa");
  });

  it("say at the field what cannot be saved, and lead to it", async () => {
    const asked = await open();
    write("Dollars", "1001");
    expect(field("Dollars").getAttribute("aria-invalid")).toBe("true");
    fireEvent.click(button("Save"));
    expect(sent(asked)).toEqual([]);
    fireEvent.click(button("Show me"));
    expect(document.activeElement).toBe(field("Dollars"));
  });

  it("show the API's own refusal at its field, until that is changed", async () => {
    const refusal = { status: 422, code: "VALIDATION_FAILED", detail: "A run may have at most $20.00 here." };
    const found = { path: "settings.limits.run_dollars", message: "A run may have at most $20.00 here.", hint: "At most $20.00." };
    await open({ [SAVE]: () => new Refusal(422, { ...refusal, diagnostics: [found] }) });
    write("Dollars", "50");
    fireEvent.click(button("Save"));
    await screen.findByText("A run may have at most $20.00 here. At most $20.00.");
    expect(field("Dollars").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Nothing was saved. Your changes are still here.")).toBeTruthy();
    write("Dollars", "10");
    expect(field("Dollars").getAttribute("aria-invalid")).toBeNull();
  });

  it("show a refusal that names its place in words", async () => {
    await open({ [SAVE]: () => new Refusal(422, { code: "VALIDATION_FAILED", detail: "settings.api_hosts: Value error, The address names no public host." }) });
    write("Allowed hosts", "localhost");
    fireEvent.click(button("Save"));
    await screen.findByText("The address names no public host.");
    expect(field("Allowed hosts").getAttribute("aria-invalid")).toBe("true");
  });

  it("show a refusal that is about no field in its place", async () => {
    await open({ [SAVE]: () => new Refusal(403, { code: "PERSON_REQUIRED", detail: "Only a person may allow a host." }) });
    write("Name of the app", "Rosa 2");
    fireEvent.click(button("Save"));
    expect((await screen.findByRole("alert")).textContent).toContain("Only a person may allow a host.");
  });

  it("say that a build follows a change of the values", async () => {
    const asked = await open({ [SAVE]: () => APP });
    write("Value of VITE_TITLE", "Salon");
    expect(screen.getByText(/builds the draft again. What is published/)).toBeTruthy();
    fireEvent.click(button("Save and build"));
    await waitFor(() => expect(sent(asked)).toEqual([{ settings: { ...APP.settings, env: { VITE_TITLE: "Salon" } } }]));
  });

  it("keep the focus when a value is removed", async () => {
    await open();
    fireEvent.click(button("Remove VITE_TITLE"));
    expect(document.activeElement).toBe(button("Add a value"));
  });

  it("offer the models with their prices, and keep one that is not offered any more", async () => {
    await open();
    await screen.findByText("As the server says (gpt)");
    expect(screen.getByText("gone (not offered any more)")).toBeTruthy();
    write("Deep", "gpt");
    expect(screen.getByText("$2 in, $8 out for a million tokens")).toBeTruthy();
    write("Cheap", "lily");
    expect(screen.getByText("No price is known; its tokens are counted.")).toBeTruthy();
  });

  it("say so when the models cannot be loaded, and lose no model by it", async () => {
    await open({ "GET /admin/models": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("The list of models could not be loaded.");
    expect(field("Fast").value).toBe("gone");
  });
});
