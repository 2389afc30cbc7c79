import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import { buffersOf } from "@/features/code/buffers";
import type { CodePlace } from "@/domain/place";
import { CodePane } from "@/features/code/CodePane";
import { type Answers, Refusal, show } from "@/testing/show";

const AT = "/admin/apps/app_1/builder";
const entry = (path: string, sha256: string, size = 10) => ({ path, sha256, size });
const TREE = [entry("src/App.tsx", "a1"), entry("src/b.ts", "b1"), entry("pic.png", "p1"), entry("big.json", "g1", 5_000_000)];

const workspace = (draft: string, tree = TREE): Workspace =>
  ({
    app: { id: "app_1", published_revision_id: null },
    draft: { id: draft, parent_revision_id: "rev_0", build_status: "succeeded" },
    build: { diagnostics: [] },
    tree,
    pending_diffs: [],
    active_run: null,
  }) as unknown as Workspace;

const MOVED = workspace("rev_2", [entry("src/App.tsx", "a2"), ...TREE.slice(1)]);
const text = (path: string, content: string) => ({ path, content, size: content.length, encoding: "utf-8" });
const SERVER: Answers = {
  [`GET ${AT}/state`]: () => workspace("rev_1"),
  [`GET ${AT}/revisions/rev_0/files`]: () => ({ items: TREE.slice(1, 3), next_cursor: null }),
  [`GET ${AT}/revisions/rev_1/files/src%2FApp.tsx`]: () => text("src/App.tsx", "one\ntwo\n"),
  [`GET ${AT}/revisions/rev_2/files/src%2FApp.tsx`]: () => text("src/App.tsx", "THEIRS\ntwo\n"),
};
const SAVE = `POST ${AT}/revisions`;

const open = async (place: CodePlace, answers: Answers = {}) => {
  const onPlace = vi.fn();
  const asked = await show(<CodePane workspace={workspace("rev_1")} place={place} onPlace={onPlace} />, { ...SERVER, ...answers });
  await screen.findByRole("tree");
  return { onPlace, saves: () => asked.filter(({ route }) => route === SAVE).map(({ body }) => body) };
};
const write = (path: string, now: string) =>
  buffersOf("app_1").put({ path, text: now, revision: "rev_1", sha256: TREE.find((file) => file.path === path)?.sha256 ?? "" });
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const row = (name: string | RegExp) => screen.getByRole("treeitem", { name });

beforeAll(() => import("@/features/code/CodeEditor"));
beforeEach(() => {
  for (const { path } of buffersOf("app_1").current().files) buffersOf("app_1").drop(path);
  sessionStorage.clear();
});

describe("an acceptance check", () => {
  const path = "tests/acceptance/add.json";
  const opened = (verdict: object | null, file = path) => {
    const tree = [...TREE, entry(file, "c1")];
    const known = { ...workspace("rev_1", tree), draft: { id: "rev_1", parent_revision_id: "rev_0", build_status: "succeeded", verdict } } as unknown as Workspace;
    return show(<CodePane workspace={known} place={{ file }} onPlace={vi.fn()} />, { ...SERVER, [`GET ${AT}/revisions/rev_1/files/${encodeURIComponent(file)}`]: () => text(file, "{}") });
  };

  it("says that it was not tried with the app as it is now, until a verdict is", async () => {
    await opened(null);
    expect(await screen.findByText(/The agent has not tried this check/)).toBeTruthy();
    cleanup();
    await opened({});
    await screen.findByRole("button", { name: "Save" });
    expect(screen.queryByText(/has not tried/)).toBeNull();
    cleanup();
    await opened(null, "tests/other.json");
    await screen.findByRole("button", { name: "Save" });
    expect(screen.queryByText(/has not tried/)).toBeNull();
  });
});

describe("the files", () => {
  it("are walked by keyboard with one stop, and Enter opens", async () => {
    const { onPlace } = await open({});
    row("src").focus();
    press("ArrowLeft");
    expect(screen.queryByRole("treeitem", { name: /App/ })).toBeNull();
    press("ArrowRight");
    press("ArrowRight");
    expect(document.activeElement).toBe(row(/App\.tsx/));
    press("b");
    expect(document.activeElement).toBe(row(/b\.ts/));
    press("ArrowLeft");
    expect(document.activeElement).toBe(row("src"));
    press("End");
    press("Home");
    press("ArrowDown");
    press("Enter");
    expect(onPlace).toHaveBeenCalledWith({ file: "src/App.tsx" });
    expect(screen.getAllByRole("treeitem").filter((one) => one.tabIndex === 0)).toHaveLength(1);
  });

  it("say what is new, changed and unsaved, as words of their names", async () => {
    write("src/b.ts", "x");
    await open({});
    await screen.findByRole("treeitem", { name: "App.tsx new" });
    expect(row("b.ts unsaved")).toBeTruthy();
    expect(row("pic.png")).toBeTruthy();
  });

  it("are found by name, and by what they hold", async () => {
    const answer = { success: true, stdout: "src/b.ts:7: needle", stderr: "", data: { matches: 1 } };
    const { onPlace } = await open({}, { "POST /api/tools/search_code": () => answer });
    fireEvent.change(screen.getByLabelText("Find a file or words"), { target: { value: "needle" } });
    expect(screen.getByText('No file is called "needle".')).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Search the text of all files" }));
    fireEvent.click(await screen.findByRole("button", { name: "7 needle" }));
    expect(onPlace).toHaveBeenCalledWith({ file: "src/b.ts", line: 7 });
  });

  it("that cannot be searched say so", async () => {
    await open({}, { "POST /api/tools/search_code": () => new Refusal(500, { code: "INTERNAL", status: 500 }) });
    const box = screen.getByLabelText("Find a file or words");
    fireEvent.change(box, { target: { value: "x" } });
    fireEvent.submit(box);
    expect(await screen.findByText("The files could not be searched.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("too large, missing or unreadable are said to be so", async () => {
    await open({ file: "big.json" });
    expect(screen.getByText(/The file has 5 MB/)).toBeTruthy();
    cleanup();
    await open({ file: "nowhere.ts" });
    expect(screen.getByText("There is no file nowhere.ts here.")).toBeTruthy();
    cleanup();
    await open({ file: "src/b.ts" });
    expect(await screen.findByText("The file could not be loaded. Nothing of it is lost.")).toBeTruthy();
  });

  it("that are pictures are shown with their size", async () => {
    const picture = { path: "pic.png", content: btoa("picture"), size: 7, encoding: "base64" };
    await open({ file: "pic.png" }, { [`GET ${AT}/revisions/rev_1/files/pic.png`]: () => picture });
    expect(await screen.findByRole("img", { name: "pic.png" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Download" })).toBeTruthy();
  });
});

describe("a change", () => {
  const saveButton = () => screen.findByRole("button", { name: "Save" });

  it("is saved on the newest draft, and is no longer unsaved", async () => {
    write("src/App.tsx", "mine");
    const { saves } = await open({ file: "src/App.tsx" }, { [SAVE]: () => ({ id: "rev_2", warnings: [] }) });
    fireEvent.click(await saveButton());
    await screen.findByText("Saved. The draft is being built.");
    const operation = { op: "upsert_file", path: "src/App.tsx", content: "mine", encoding: "utf-8" };
    expect(saves()).toEqual([{ base_revision_id: "rev_1", operations: [operation] }]);
    expect(buffersOf("app_1").current().files).toEqual([]);
  });

  it("that is kept with a warning shows it", async () => {
    write("src/App.tsx", "mine");
    const warning = { severity: "warning", code: "URL_IMPORT", path: "src/b.ts", line: 2, column: 1, message: "b.ts imports from an address", hint: null };
    await open({ file: "src/App.tsx" }, { [SAVE]: () => ({ id: "rev_2", warnings: [warning] }) });
    fireEvent.click(await saveButton());
    expect((await screen.findByRole("button", { name: /src\/b\.ts:2/ })).textContent).toContain("imports from an address");
    expect(await screen.findByText("Saved. The draft is being built.")).toBeTruthy();
  });

  it("of several files is one revision", async () => {
    write("src/App.tsx", "mine");
    write("src/b.ts", "mine too");
    const { saves } = await open({ file: "src/App.tsx" }, { [SAVE]: () => ({ id: "rev_2", warnings: [] }) });
    fireEvent.click(await screen.findByRole("button", { name: "Save all 2" }));
    await screen.findByText("Saved. The draft is being built.");
    expect(saves()).toMatchObject([{ operations: [{ path: "src/App.tsx" }, { path: "src/b.ts" }] }]);
  });

  it("that does not compile is kept, with its findings", async () => {
    write("src/App.tsx", "mine");
    const found = { severity: "error", code: "SYNTAX", path: "src/b.ts", line: 3, column: 1, message: "';' expected", hint: null };
    const refused = new Refusal(422, { code: "BUILDER_COMPILE_FAILED", status: 422, detail: "It does not compile.", diagnostics: [found] });
    const { onPlace } = await open({ file: "src/App.tsx" }, { [SAVE]: () => refused });
    fireEvent.click(await saveButton());
    expect((await screen.findByRole("alert")).textContent).toContain("What you wrote is still here");
    fireEvent.click(screen.getByRole("button", { name: /src\/b\.ts:3/ }));
    expect(onPlace).toHaveBeenCalledWith({ file: "src/b.ts", line: 3 });
    expect(buffersOf("app_1").current().files).toHaveLength(1);
  });

  it("is saved on a draft that moved on elsewhere, without a question", async () => {
    write("src/App.tsx", "mine");
    let reads = 0;
    const elsewhere = workspace("rev_2", [...TREE.slice(0, 1), entry("src/b.ts", "b2")]);
    const { saves } = await open(
      { file: "src/App.tsx" },
      {
        [`GET ${AT}/state`]: () => (reads++ ? elsewhere : workspace("rev_1")),
        [SAVE]: (body) =>
          (body as { base_revision_id: string }).base_revision_id === "rev_2"
            ? { id: "rev_3", warnings: [] }
            : new Refusal(409, { code: "REVISION_CONFLICT", status: 409, detail: "", current_revision_id: "rev_2" }),
      },
    );
    fireEvent.click(await saveButton());
    await screen.findByText("Saved. The draft is being built.");
    expect(saves()).toMatchObject([{ base_revision_id: "rev_1" }, { base_revision_id: "rev_2" }]);
  });

  it("of a file that the app changed too asks place by place", async () => {
    write("src/App.tsx", "MINE\ntwo\nthree\n");
    const { saves } = await open({ file: "src/App.tsx" }, { [`GET ${AT}/state`]: () => MOVED, [SAVE]: () => ({ id: "rev_3" }) });
    fireEvent.click(await saveButton());
    const dialog = within(await screen.findByRole("dialog", { name: "src/App.tsx was changed on both sides" }));
    await dialog.findByText("Place 1 of 1");
    expect(saves()).toEqual([]);
    fireEvent.click(dialog.getByLabelText("The app's"));
    fireEvent.click(dialog.getByRole("button", { name: "Save both sides" }));
    await waitFor(() => expect(saves()).toMatchObject([{ base_revision_id: "rev_2", operations: [{ content: "THEIRS\ntwo\nthree\n" }] }]));
  });

  it("can give way to the app's, or be left as it is", async () => {
    write("src/App.tsx", "MINE");
    await open({ file: "src/App.tsx" }, { [`GET ${AT}/state`]: () => MOVED });
    fireEvent.click(await saveButton());
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(buffersOf("app_1").current().files).toHaveLength(1);
    fireEvent.click(await saveButton());
    fireEvent.click(await screen.findByRole("button", { name: "Take the app's" }));
    expect(buffersOf("app_1").current().files).toEqual([]);
  });

  it("is thrown away only when that is said twice", async () => {
    write("src/App.tsx", "MINE");
    await open({ file: "src/App.tsx" });
    fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
    expect(buffersOf("app_1").current().files).toHaveLength(1);
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Discard" }));
    expect(buffersOf("app_1").current().files).toEqual([]);
  });
});

it("an older revision is read, never written", async () => {
  write("src/App.tsx", "mine");
  const old: Answers = {
    [`GET ${AT}/revisions/rev_0`]: () => ({ id: "rev_0", created_at: "2026-01-01T10:00:00Z", label: "First", message: "m" }),
    [`GET ${AT}/revisions/rev_0/files`]: () => ({ items: TREE, next_cursor: null }),
    [`GET ${AT}/revisions/rev_0/files/src%2FApp.tsx`]: () => text("src/App.tsx", "old"),
  };
  const { onPlace } = await open({ file: "src/App.tsx", revision: "rev_0" }, old);
  expect(await screen.findByText(/read only/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Back to the draft" }));
  expect(onPlace).toHaveBeenCalledWith({ file: "src/App.tsx" });
});

it("an open file is closed with its neighbour in its place, and what is unsaved in it stays", async () => {
  sessionStorage.setItem("chatbuilder.open.app_1", JSON.stringify(["src/b.ts", "src/App.tsx"]));
  write("src/App.tsx", "mine");
  const { onPlace } = await open({ file: "src/App.tsx" });
  fireEvent.click(screen.getByRole("button", { name: "Close src/App.tsx" }));
  expect(onPlace).toHaveBeenCalledWith({ file: "src/b.ts" });
  expect(buffersOf("app_1").current().files).toHaveLength(1);
});
