import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { AppShelf } from "@/features/home/AppShelf";
import { OfflineNote } from "@/features/home/OfflineNote";
import { type Answers, Refusal, show } from "@/testing/show";

const APPS = "GET /admin/apps";
const STATE = "GET /admin/apps/9/builder/state";
const IMPORT = "POST /admin/apps/import";
const RUN = "POST /projects/9/runs";
const app = (id: string, more: object = {}) => ({
  id,
  name: `App ${id}`,
  updated_at: "2026-01-01T10:00:00Z",
  created_at: "2026-01-01T10:00:00Z",
  deleted_at: null,
  active_run_id: null,
  published_revision_id: null,
  draft_revision_id: "rev_1",
  ...more,
});
const page = (...items: object[]) => ({ items, next_cursor: null });
const open = (answers: Answers) => show(<AppShelf />, answers);
const posts = (asked: { route: string }[]) => asked.filter(({ route }) => !route.startsWith("GET")).map(({ route }) => route);
const choose = async (file: File) => {
  const input = await screen.findByLabelText("Zip of a project");
  fireEvent.change(input, { target: { files: [file] } });
};

beforeEach(() => {
  vi.stubGlobal("IntersectionObserver", class { observe() {} disconnect() {} unobserve() {} });
});

describe("an app on the shelf", () => {
  it("is deleted after a second word, and the focus stays on the shelf", async () => {
    let apps = [app("1"), app("2", { published_revision_id: "rev_1" })];
    const asked = await open({ [APPS]: () => page(...apps), "DELETE /admin/apps/2": () => ((apps = [app("1")]), {}) });
    fireEvent.click(await screen.findByRole("button", { name: "Delete App 2" }));
    expect(await screen.findByText(/It goes offline at once/)).toBeTruthy();
    expect(posts(asked)).toEqual([]);
    fireEvent.click(screen.getByRole("button", { name: "Delete", hidden: true }));
    await waitFor(() => expect(screen.queryByText("App 2")).toBeNull());
    expect(posts(asked)).toEqual(["DELETE /admin/apps/2"]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Your apps"));
  });

  it("is called live also while the agent works at it", async () => {
    await open({ [APPS]: () => page(app("1", { published_revision_id: "rev_1", active_run_id: "run_1" }), app("2", { active_run_id: "run_2" })) });
    await screen.findByText("App 1");
    expect(screen.getAllByText("Live")).toHaveLength(1);
    expect(screen.getAllByText("Working")).toHaveLength(2);
  });

  it("keeps its place when another one changes", async () => {
    const names = () => screen.getAllByRole("button", { name: /^Delete App/ }).map((button) => button.getAttribute("aria-label"));
    let apps = [app("1", { updated_at: "2026-01-03T10:00:00Z" }), app("2"), app("3")];
    const changed = () => ((apps = [apps[0] as object, app("2", { updated_at: "2026-01-04T10:00:00Z" })] as typeof apps), {});
    await open({ [APPS]: () => page(...apps), "DELETE /admin/apps/3": changed });
    fireEvent.click(await screen.findByRole("button", { name: "Delete App 3" }));
    fireEvent.click(await screen.findByRole("button", { name: "Delete", hidden: true }));
    await waitFor(() => expect(names()).toEqual(["Delete App 1", "Delete App 2"]));
  });

  it("is brought back from those that were deleted", async () => {
    const gone = app("3", { deleted_at: "2026-01-01T10:00:00Z" });
    const asked = await open({ [APPS]: () => page(gone), "POST /admin/apps/3/undelete": () => app("3") });
    const list = (await screen.findByText("Deleted apps")).closest("details") as HTMLDetailsElement;
    expect(asked).toHaveLength(1);
    list.open = true;
    fireEvent(list, new Event("toggle"));
    fireEvent.click(await screen.findByRole("button", { name: "Bring back App 3" }));
    await waitFor(() => expect(posts(asked)).toEqual(["POST /admin/apps/3/undelete"]));
  });
});

describe("a zip", () => {
  it("becomes an app; the dialog lists what was left out before the user goes there, and how its build ends", async () => {
    const left = { path: ".env", message: "was left out", severity: "warning", code: "X" };
    let status = "running";
    await open({ [APPS]: () => page(), [IMPORT]: () => ({ ...app("9"), diagnostics: [left], next_steps: [] }), [STATE]: () => ({ draft: { build_status: status }, build: { build_error: null } }) });
    await choose(new File(["PK"], "shop.zip"));
    expect(await screen.findByText(".env was left out")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open App 9", hidden: true }).getAttribute("href")).toBe("/apps/9");
    expect(screen.getByRole("heading", { name: "App 9 is imported and is being built", hidden: true })).toBeTruthy();
    status = "succeeded";
    expect(await screen.findByRole("heading", { name: "App 9 is imported and built", hidden: true }, { timeout: 10_000 })).toBeTruthy();
  });

  it("whose build fails says what the build found", async () => {
    const left = { path: ".env", message: "was left out", severity: "warning", code: "X" };
    const error = { message: "It does not compile.", diagnostics: [{ path: "src/a.ts", line: 3, message: "is wrong" }] };
    await open({ [APPS]: () => page(), [IMPORT]: () => ({ ...app("9"), diagnostics: [left], next_steps: [] }), [STATE]: () => ({ draft: { build_status: "failed" }, build: { build_error: error } }) });
    await choose(new File(["PK"], "shop.zip"));
    expect(await screen.findByText("src/a.ts:3 is wrong")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "App 9 is imported, but its build failed", hidden: true })).toBeTruthy();
    expect(screen.getByText(/press Fix/)).toBeTruthy();
  });

  it("that is not finished says what is missing, and the agent is asked in the words that came with it", async () => {
    const missing = { path: "package.json", line: 9, message: "vuex is not in the catalog", hint: "The nearest: pinia.", severity: "error", code: "X" };
    const left = { path: ".env", message: "was left out", severity: "warning", code: "X" };
    const made = { ...app("9"), diagnostics: [missing, left], next_steps: [{ kind: "ask", message: "Finish it." }] };
    const asked = await open({ [APPS]: () => page(), [IMPORT]: () => made, [RUN]: () => ({ id: "run_1" }) });
    await choose(new File(["PK"], "shop.zip"));
    const wrong = await screen.findByRole("list", { name: "What keeps it from being built", hidden: true });
    expect(wrong.textContent).toContain("package.json:9 vuex is not in the catalog The nearest: pinia.");
    expect(wrong.textContent).not.toContain(".env");
    fireEvent.click(screen.getByRole("button", { name: "Ask the agent to finish", hidden: true }));
    await waitFor(() => expect(asked.find(({ route }) => route === RUN)?.body).toEqual({ message: "Finish it.", queue: true }));
  });

  it("that would do better on the other line is imported again, into the same app", async () => {
    const missing = { path: "a.ts", message: "is wrong", severity: "error", code: "X" };
    const steps = [{ kind: "ask", message: "Finish it." }, { kind: "line", message: "Or so.", line: "classic" }];
    const mapped = { path: "package.json", message: "was mapped", severity: "info", code: "X" };
    let tries = 0;
    const red = { ...app("9"), diagnostics: [missing], next_steps: steps };
    const made = () => (tries++ === 0 ? red : { ...app("9"), diagnostics: [mapped], next_steps: [] });
    const asked = await open({ [APPS]: () => page(), [IMPORT]: made });
    await choose(new File(["PK"], "shop.zip"));
    fireEvent.click(await screen.findByRole("button", { name: "Use the classic packages", hidden: true }));
    expect(await screen.findByText("package.json was mapped")).toBeTruthy();
    expect(asked.filter(({ route }) => route === IMPORT).map(({ query }) => [query?.line, query?.app_id])).toEqual([
      [undefined, undefined],
      ["classic", "9"],
    ]);
    expect(screen.queryByRole("button", { name: "Use the classic packages", hidden: true })).toBeNull();
  });

  it("whose agent is not asked says so, and can be asked again", async () => {
    const missing = { path: "a.ts", message: "is wrong", severity: "error", code: "X" };
    const made = { ...app("9"), diagnostics: [missing], next_steps: [{ kind: "ask", message: "Finish it." }] };
    await open({ [APPS]: () => page(), [IMPORT]: () => made, [RUN]: () => new Refusal(409, { code: "RUN_ACTIVE", status: 409, detail: "Not now." }) });
    await choose(new File(["PK"], "shop.zip"));
    fireEvent.click(await screen.findByRole("button", { name: "Ask the agent to finish", hidden: true }));
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("The agent was not asked.");
    expect(screen.getByRole("button", { name: "Ask the agent to finish", hidden: true }).getAttribute("aria-disabled")).not.toBe("true");
  });

  it("that is refused says what is wrong with it, and one that is too large is not sent", async () => {
    const found = { path: "package.json", message: "is missing", severity: "error", code: "X" };
    const refused = new Refusal(422, { code: "BUILDER_PATCH_POLICY_VIOLATION", status: 422, detail: "Not a project.", diagnostics: [found] });
    await open({ [APPS]: () => page(), [IMPORT]: () => refused });
    await choose(new File(["PK"], "shop.zip"));
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("package.json is missing");
    cleanup();
    const asked = await open({ [APPS]: () => page() });
    const large = new File(["PK"], "large.zip");
    Object.defineProperty(large, "size", { value: 5_000_000 });
    await choose(large);
    expect(await screen.findByText(/larger than 4 MB/)).toBeTruthy();
    expect(posts(asked)).toEqual([]);
  });
});

it("only where the demonstration answers is a real model asked for", async () => {
  await show(<OfflineNote />, { "GET /admin/models": () => ({ items: [{ name: "offline-demo" }] }) });
  expect(await screen.findByText("Connect a real model")).toBeTruthy();
  cleanup();
  const asked = await show(<OfflineNote />, { "GET /admin/models": () => ({ items: [{ name: "gpt-6-luna" }] }) });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByText("Connect a real model")).toBeNull();
});
