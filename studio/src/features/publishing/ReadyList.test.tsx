import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Check } from "@/data/readiness";
import type { Workspace } from "@/data/workspace";
import { sortedChecks, todoOf } from "@/domain/ready";
import { PublishDialog } from "@/features/publishing/PublishDialog";
import { type Answers, Refusal, show } from "@/testing/show";

const READINESS = "GET /admin/apps/app_1/builder/readiness";
const PUBLISH = "POST /admin/apps/app_1/publish";
const workspace = {
  app: { id: "app_1", name: "Salon", slug: "salon", live_url: "http://salon.test/", published_revision_id: "rev_1", page_failure: null, settings: { env: {}, gates: {} } },
  draft: { id: "rev_2", build_status: "succeeded" },
  build: {},
  active_run: null,
  waiting_runs: [],
  pending_diffs: [],
  taken_back: [],
} as unknown as Workspace;
const onAsk = vi.fn();
const onOpen = vi.fn();
const check = (key: Check["key"], more: Partial<Check> = {}): Check => ({ key, level: "advisory", ok: true, pending: false, message: "", diagnostics: [], count: 0, fix: null, ...more });
const found = (message: string, path: string | null = null, line: number | null = null) => ({ code: "X", severity: "warning", message, path, line }) as unknown as NonNullable<Check["diagnostics"]>[number];
const answer = (...checks: Check[]) => ({ revision_id: "rev_2", ready: !checks.some(({ level, ok }) => level === "blocking" && ok !== true), checks });
const open = (said: unknown, answers: Answers = {}) =>
  show(<PublishDialog workspace={workspace} onClose={() => undefined} onAsk={onAsk} onOpen={onOpen} />, { [READINESS]: () => said, ...answers });
const list = (name: string) => screen.findByRole("list", { name, hidden: true });
const button = (name: string) => screen.findByRole("button", { name, hidden: true });
const BLOCKING = "This has to be mended before it can be published";
const ADVISORY = "This does not keep you from publishing it";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  vi.clearAllMocks();
});

describe("what was found before publishing", () => {
  it("is that it is ready, where nothing was", async () => {
    await open(answer(check("secrets", { level: "blocking" }), check("tests", { ok: null })));
    expect(await screen.findByText("Ready: nothing was found that visitors should not meet.")).toBeTruthy();
    expect(screen.getByText("Not known: tests.")).toBeTruthy();
    expect(screen.queryByRole("list", { name: ADVISORY, hidden: true })).toBeNull();
  });

  it("is not yet that, while something is still being looked at, and is asked for again", async () => {
    const answers = [answer(check("tests", { ok: null, pending: true })), answer(check("tests"))];
    await open(null, { [READINESS]: () => answers.shift() });
    expect(await screen.findByText("Still being looked at: tests.")).toBeTruthy();
    expect(screen.getByText("Nothing was found so far.")).toBeTruthy();
    await waitFor(() => expect(screen.getByText(/^Ready:/)).toBeTruthy(), { timeout: 4000 });
  });

  it("has the pages of a built draft examined, and shows what is known of them by then", async () => {
    const pending = answer(check("accessibility", { ok: null, pending: true }));
    const asked = await open(answer(check("accessibility", { ok: null })), { [`POST ${READINESS.slice(4)}`]: () => pending });
    expect(await screen.findByText("Still being looked at: accessibility.")).toBeTruthy();
    expect(asked.filter(({ route }) => route === `POST ${READINESS.slice(4)}`)).toHaveLength(1);
  });

  it("is a secret that keeps it back, with the place in the code", async () => {
    const fix = { kind: "open", place: "code", path: "src/key.ts", line: 3 } as Check["fix"];
    const asked = await open(answer(check("secrets", { level: "blocking", ok: false, diagnostics: [found("A key stands here", "src/key.ts", 3)], fix })));
    expect((await list(BLOCKING)).textContent).toContain("src/key.ts:3 A key stands here");
    const publish = await button("Publish this draft");
    expect(publish.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(publish);
    expect(asked.some(({ route }) => route === PUBLISH)).toBe(false);
    fireEvent.click(await button("Open src/key.ts:3"));
    expect(onOpen).toHaveBeenCalledWith({ tab: "code", file: "src/key.ts", line: 3 });
  });

  it("is advice that one may publish in spite of, with ready words for the agent", async () => {
    const many = Array.from({ length: 7 }, (_, at) => found(`adds ${at}`));
    const asked = await open(answer(check("tests", { ok: false, diagnostics: many, fix: { kind: "ask", message: "Mend it." } as Check["fix"] })), {
      [PUBLISH]: () => ({ live_url: null, published_url: null, revision_id: "rev_2" }),
    });
    const advice = await list(ADVISORY);
    expect(advice.textContent).toContain("and 2 more");
    expect(within(advice).getAllByRole("button", { hidden: true })).toHaveLength(1);
    fireEvent.click(await button("Ask the agent"));
    const [words, about] = onAsk.mock.calls[0] ?? [];
    expect(words).toBe("Please make the failing tests pass, without weakening them.");
    expect(about).toEqual({ label: "Before publishing: tests", detail: many.map(({ message }) => message).join("\n") });
    fireEvent.click(await button("Publish this draft"));
    await waitFor(() => expect(asked.some(({ route }) => route === PUBLISH)).toBe(true));
  });

  it("is a value without words, whose row is opened", async () => {
    const fix = { kind: "open", place: "settings", names: ["VITE_MAP"] } as Check["fix"];
    await open(answer(check("env", { ok: false, fix })));
    fireEvent.click(await button("Set the value"));
    const field = await screen.findByLabelText("Value of VITE_MAP");
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it("leads to the proposals that wait", async () => {
    await open(answer(check("proposals", { ok: false, fix: { kind: "open", place: "changes" } as Check["fix"] })));
    fireEvent.click(await button("See the proposals"));
    expect(onOpen).toHaveBeenCalledWith({ tab: "changes" });
  });

  it("says so where it could not be looked at, and keeps nobody from publishing", async () => {
    const asked = await open(null, { [READINESS]: () => new Refusal(500, { code: "INTERNAL", detail: "", status: 500 }), [PUBLISH]: () => ({ live_url: null, published_url: null, revision_id: null }) });
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("It could not be looked at.");
    expect(await button("Try again")).toBeTruthy();
    fireEvent.click(await button("Publish this draft"));
    await waitFor(() => expect(asked.some(({ route }) => route === PUBLISH)).toBe(true));
  });
});

it("what the dialog says of the build itself is not said twice", () => {
  const sorted = sortedChecks([check("built", { level: "blocking", ok: null, pending: true }), check("built", { level: "blocking", ok: false })]);
  expect([sorted.blocking.length, sorted.pending.length]).toEqual([1, 0]);
});

it("a place that no page has is asked of the agent", () => {
  expect(todoOf({ fix: { kind: "open", place: "code" } })).toEqual({ do: "ask" });
  expect(todoOf({ fix: null })).toEqual({ do: "ask" });
  expect(todoOf({ fix: { kind: "open", place: "preview" } })).toEqual({ do: "preview" });
});
