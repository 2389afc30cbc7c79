import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import { RepairNotice } from "@/features/feedback/RepairNotice";
import { type Mention, mentionsSent, useMentions } from "@/run/mentions";
import { type Answers, Refusal, show } from "@/testing/show";

const READ = "GET /admin/apps/app_1/builder/repair";
const ASK = "POST /admin/apps/app_1/builder/repair";
const STATE = "GET /admin/apps/app_1/builder/state";
const FOUND = { code: "PAGE_FAILED", message: "Uncaught Error: <b>no</b> basket" };

const state = (more: object = {}) => ({
  revision_id: "rev_2",
  trouble: { kind: "page", message: "", findings: [FOUND], path: "/cart" },
  bounds: { dollars: 0.1, model_calls: 5, tokens: 1000, seconds: 60 },
  attempts: [],
  attempts_most: 2,
  may_ask: true,
  last_good_revision_id: "rev_1",
  ...more,
});
const attempt = (run_id: string, more: object = {}) => ({ run_id, conversation_id: "conv_1", status: "failed", failure_code: null, stopped: null, model_calls: 3, cost_usd: 0.04, diff_id: null, revision_id: null, created_at: "2026-11-24T10:00:00Z", ...more });
const workspace = (more: object = {}) =>
  ({
    app: { id: "app_1", page_failure: { revision_id: "rev_2" } },
    draft: { id: "rev_2", build_status: "succeeded", verdict: null },
    build: { build_status: "succeeded" },
    active_run: null,
    pending_diffs: [],
    ...more,
  }) as unknown as Workspace;
const onChat = vi.fn();
const onSay = vi.fn();

let quoted: readonly Mention[] = [];

function Quoted() {
  quoted = useMentions("app_1");
  return <p data-testid="quoted">{quoted.map(({ label, detail }) => `${label}: ${detail}`)}</p>;
}

const open = (given: Workspace, repair: object, answers: Answers = {}, brief = false) =>
  show(
    <>
      <RepairNotice workspace={given} brief={brief} onChat={onChat} onSay={onSay} />
      <Quoted />
    </>,
    { [READ]: () => repair, [STATE]: () => given, ...answers },
  );
const button = (name: string) => screen.findByRole("button", { name });

beforeEach(() => {
  localStorage.clear();
  mentionsSent("app_1", quoted);
  vi.clearAllMocks();
});

describe("the repair of a draft", () => {
  it("costs a draft that is well no request", async () => {
    const asked = await open(workspace({ app: { id: "app_1", page_failure: null } }), state());
    expect(asked).toEqual([]);
  });

  it("says what it may use before it begins, and begins once", async () => {
    const asked = await open(workspace(), state(), { [ASK]: () => ({ run_id: "run_1", conversation_id: "conv_1" }) });
    expect(await screen.findByText("Uses at most $0.10 and 5 steps.")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("at /cart.");
    expect(screen.getByText("Uncaught Error: <b>no</b> basket")).toBeTruthy();
    const fix = await button("Fix");
    fireEvent.click(fix);
    fireEvent.click(fix);
    await waitFor(() => expect(onChat.mock.calls).toEqual([["conv_1"]]));
    expect(asked.filter(({ route }) => route === ASK).length).toBe(1);
  });

  it("says why it did not begin, and can be asked for again", async () => {
    await open(workspace(), state(), { [ASK]: () => new Refusal(429, { code: "BUDGET_EXCEEDED", detail: "Today's $20 are used up.", status: 429 }) });
    fireEvent.click(await button("Fix"));
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Today's $20 are used up."));
    expect((await button("Fix")).getAttribute("aria-disabled")).toBe("false");
  });

  it("that has not helped once says what it cost, and why it ended, and offers another", async () => {
    await open(workspace(), state({ attempts: [attempt("run_1", { stopped: "$0.10 counted" })] }));
    expect(await button("Fix again")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("One repair has not helped. It cost $0.04. It was stopped at its limit.");
  });

  it("that has not helped twice leaves three choices, and spends nothing by itself", async () => {
    const asked = await open(workspace(), state({ attempts: [attempt("run_1"), attempt("run_2")], may_ask: false }), {
      "POST /admin/apps/app_1/builder/revisions/rev_1/restore": () => ({ id: "rev_3" }),
    });
    expect(await screen.findByText("Two repairs have not helped. Together they cost $0.08. Nothing more is spent until you choose.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Fix/ })).toBeNull();
    fireEvent.click(await button("Say what to do"));
    expect(screen.getByTestId("quoted").textContent).toBe("Error of the page: Uncaught Error: <b>no</b> basket");
    expect(onSay).toHaveBeenCalledTimes(1);
    fireEvent.click(await button("Restore the last good version"));
    expect(asked.some(({ route }) => route.startsWith("POST"))).toBe(false);
    fireEvent.click(await button("Restore the last good version"));
    await waitFor(() => expect(asked.map(({ route }) => route)).toContain("POST /admin/apps/app_1/builder/revisions/rev_1/restore"));
  });

  it("is not asked about any more where somebody wants that, and can be again", async () => {
    await open(workspace(), state({ attempts: [attempt("run_1"), attempt("run_2")], may_ask: false }));
    fireEvent.click(await button("Stop asking"));
    expect(await screen.findByText("This draft still fails. You are not asked about it.")).toBeTruthy();
    fireEvent.click(await button("Show the choices"));
    expect(await button("Stop asking")).toBeTruthy();
  });

  it("says so where there is no version to go back to", async () => {
    await open(workspace(), state({ attempts: [attempt("run_1"), attempt("run_2")], may_ask: false, last_good_revision_id: null }));
    expect((await screen.findByRole("alert")).textContent).toContain("No earlier version of this app was built.");
    expect(screen.queryByRole("button", { name: "Restore the last good version" })).toBeNull();
  });

  it("at work shows how much of its bound is used, and can be stopped", async () => {
    const asked = await open(workspace({ active_run: { id: "run_1", status: "running" } }), state({ attempts: [attempt("run_1")] }), {
      "POST /admin/apps/app_1/builder/chat/run_1/cancel": () => ({}),
    });
    expect((await screen.findByRole("meter")).getAttribute("aria-valuetext")).toBe("Step 0 of at most 5, $0.00 of at most $0.10");
    fireEvent.click(await button("Stop"));
    expect(await button("Stopping")).toBeTruthy();
    expect(asked.some(({ route }) => route.endsWith("/cancel"))).toBe(true);
  });

  it.each([
    ["waits for a word", workspace(), state({ attempts: [attempt("run_1", { status: "awaiting_approval" })] }), "The repair waits for your word."],
    ["waits for a review", workspace({ pending_diffs: [{ id: "dif_1", run_id: "run_1" }] }), state({ attempts: [attempt("run_1")] }), "A repair waits for your review."],
    ["has helped", workspace(), state({ trouble: null, may_ask: false, attempts: [attempt("run_1", { revision_id: "rev_2" })] }), "Fixed, for $0.04."],
  ])("that %s says so", async (_, given, repair, words) => {
    await open(given, repair);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it("of a build that failed for no fault of the app is another build", async () => {
    const failed = { draft: { id: "rev_2", build_status: "failed", verdict: null }, build: { build_status: "failed" } };
    const asked = await open(workspace(failed), state({ trouble: null, may_ask: false }), { "POST /admin/apps/app_1/builder/revisions/rev_2/build/retry": () => ({}) });
    fireEvent.click(await button("Build again"));
    await waitFor(() => expect(asked.some(({ route }) => route.endsWith("/retry"))).toBe(true));
  });

  it("does not say again what stands above it", async () => {
    const trouble = { kind: "build", message: "It does not compile.", findings: [FOUND], path: null };
    await open(workspace({ build: { build_status: "failed" } }), state({ trouble }), {}, true);
    expect(await button("Fix")).toBeTruthy();
    expect(screen.queryByText("The build failed.")).toBeNull();
    expect(screen.queryByRole("list")).toBeNull();
  });

  it("that could not be read says so, and can be tried again", async () => {
    await open(workspace(), {}, { [READ]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "Storage did not answer.", status: 503 }) });
    expect((await screen.findByRole("alert")).textContent).toContain("Storage did not answer.");
    expect(await button("Try again")).toBeTruthy();
  });
});
