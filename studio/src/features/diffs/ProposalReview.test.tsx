import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ProposalPane } from "@/features/diffs/ProposalPane";
import { PROPOSAL, WORKSPACE } from "@/testing/proposal";
import { type Answers, Refusal, show } from "@/testing/show";

const READ = "GET /diffs/dif_1";
const REVIEW = "POST /diffs/dif_1/review";
const COMMIT = "POST /diffs/dif_1/commit";

const open = async (answers: Answers) => {
  const asked = await show(<ProposalPane workspace={WORKSPACE} diff="dif_1" onLeave={() => undefined} />, answers);
  await screen.findByRole("heading", { name: "Name it Rosa" });
  return asked;
};
const box = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.activeElement ?? document.body, { key });
};
const sent = (asked: { route: string; body: unknown }[]) => asked.filter(({ route }) => route.startsWith("POST"));

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { hasBeenActive: true } }));
});
afterEach(() => vi.unstubAllGlobals());

describe("a proposal under review", () => {
  it("is kept in part by keyboard alone, and the focus ends on what became of it", async () => {
    let now = PROPOSAL;
    const asked = await open({
      [READ]: () => now,
      [REVIEW]: () => ({ ...PROPOSAL, review_status: "approved" }),
      [COMMIT]: () => (now = { ...PROPOSAL, review_status: "committed", status: "committed" }),
    });
    box("Keep the changes of src/a.ts").focus();
    press("j", "j", "r");
    expect(box("Keep change 2 of 2 in src/a.ts").checked).toBe(false);
    press("]", "r", "a", "[", "k");
    expect(document.activeElement).toBe(box("Keep change 1 of 2 in src/a.ts"));
    fireEvent.click(screen.getByRole("button", { name: "Keep 3 of 4 changes" }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("Kept as a new revision."));
    expect(sent(asked)).toEqual([
      {
        route: REVIEW,
        body: { decision: "approve", files: [{ path: "src/a.ts", decision: "approve", hunks: [{ index: 1, decision: "reject" }] }] },
      },
      { route: COMMIT, body: { commit_message: null } },
    ]);
  });

  it("is only looked at by its page, also in part: nothing is sent that decides", async () => {
    const LOOK = "POST /admin/apps/app_1/builder/preview-token";
    const asked = await open({ [READ]: () => PROPOSAL, [LOOK]: () => ({ token: "t", preview_url: "http://rev.preview.test/" }) });
    fireEvent.click(screen.getByRole("button", { name: "Show the page" }));
    await waitFor(() => expect(sent(asked)).toHaveLength(1));
    fireEvent.click(screen.getByRole("button", { name: "Show the files" }));
    fireEvent.click(box("Keep the changes of src/new.ts"));
    fireEvent.click(screen.getByRole("button", { name: "Show the page of what I keep" }));
    await waitFor(() => expect(sent(asked)).toHaveLength(2));
    const aside = [{ path: "src/new.ts", decision: "reject", hunks: [] }];
    expect(sent(asked)).toEqual([
      { route: LOOK, body: { diff_id: "dif_1", review: { decision: "approve", files: [] } } },
      { route: LOOK, body: { diff_id: "dif_1", review: { decision: "approve", files: aside } } },
    ]);
    expect(screen.getByRole("button", { name: "Keep 3 of 4 changes" })).toBeTruthy();
  });

  it("does not offer words about all of it for a part, and says what the history names then", async () => {
    const made = { commit_message: "Change a.ts", written_by: "change", why: null };
    const asked = await open({ [READ]: () => PROPOSAL, "POST /diffs/dif_1/refine-message": () => made });
    const words = () => screen.getByLabelText<HTMLTextAreaElement>("What the history will say").value;
    expect(words()).toBe("Name it");
    fireEvent.click(box("Keep the changes of src/new.ts"));
    expect(words()).toBe("");
    expect(screen.getByText("Left empty, the history names only what you keep.")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "One line" }));
    await waitFor(() => expect(words()).toBe("Change a.ts"));
    expect(sent(asked)[0]?.body).toMatchObject({ review: { files: [{ path: "src/new.ts", decision: "reject" }] } });
    fireEvent.click(box("Keep the changes of pic.png"));
    expect(words()).toBe("");
    fireEvent.change(screen.getByLabelText("What the history will say"), { target: { value: "My words" } });
    fireEvent.click(box("Keep the changes of pic.png"));
    expect(words()).toBe("My words");
  });

  it("that was kept in part says what was kept", async () => {
    const kept = { ...PROPOSAL, review_status: "committed", status: "committed", accepted_tree: "tree_2", commit_message: "Change a.ts", decisions: [{ path: "pic.png", decision: "reject", hunks: [] }] };
    await open({ [READ]: () => kept });
    expect(screen.getByRole("status").textContent).toContain("A part was kept as a new revision:Change a.ts");
    expect(screen.getAllByText("Set aside")).toHaveLength(1);
  });

  it("leaves letters alone where one writes, and with a modifier", async () => {
    await open({ [READ]: () => PROPOSAL });
    screen.getByLabelText("What the history will say").focus();
    press("r", "]");
    expect(document.activeElement?.tagName).toBe("TEXTAREA");
    box("Keep the changes of src/new.ts").focus();
    fireEvent.keyDown(document.activeElement as Element, { key: "r", ctrlKey: true });
    expect(box("Keep the changes of src/new.ts").checked).toBe(true);
  });

  it("keeps the choice over a reload, until it is decided", async () => {
    await open({ [READ]: () => PROPOSAL });
    fireEvent.click(box("Keep the changes of src/new.ts"));
    cleanup();
    await open({ [READ]: () => PROPOSAL });
    expect(box("Keep the changes of src/new.ts").checked).toBe(false);
    expect(box("Keep the changes of src/a.ts").checked).toBe(true);
  });

  it("begins with what an earlier review set aside", async () => {
    await open({ [READ]: () => ({ ...PROPOSAL, decisions: [{ path: "pic.png", decision: "reject", hunks: [] }] }) });
    expect(screen.getByRole("button", { name: "Keep 3 of 4 changes" })).toBeTruthy();
  });

  it("says why a choice cannot be kept, and keeps the choice", async () => {
    const found = { path: "src/a.ts", line: 3, message: "b is not defined" };
    const refused = new Refusal(422, { code: "BUILDER_COMPILE_FAILED", status: 422, detail: "It does not compile.", diagnostics: [found] });
    const asked = await open({ [READ]: () => PROPOSAL, [REVIEW]: () => refused });
    fireEvent.click(box("Keep the changes of src/new.ts"));
    fireEvent.click(screen.getByRole("button", { name: "Keep 3 of 4 changes" }));
    expect((await screen.findByRole("alert")).textContent).toContain("src/a.ts:3 b is not defined");
    expect(box("Keep the changes of src/new.ts").checked).toBe(false);
    expect(sent(asked)).toHaveLength(1);
  });

  it("cannot be kept when nothing of it is chosen", async () => {
    const asked = await open({ [READ]: () => PROPOSAL });
    for (const path of ["src/a.ts", "src/new.ts", "pic.png"]) fireEvent.click(box(`Keep the changes of ${path}`));
    fireEvent.click(screen.getByRole("button", { name: "Keep 0 of 4 changes" }));
    expect(sent(asked)).toEqual([]);
  });

  it("is brought up to date, or says which files clash", async () => {
    const stale = { ...PROPOSAL, stale: true, base_revision_id: "rev_0" };
    const clash = new Refusal(409, { code: "MERGE_CONFLICT", status: 409, detail: "Both sides.", paths: ["src/a.ts"] });
    await open({ [READ]: () => stale, "POST /diffs/dif_1/rebase": () => clash });
    expect(screen.queryByRole("checkbox")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Update" }));
    expect((await screen.findByRole("alert")).textContent).toContain("src/a.ts");
    expect(screen.getByRole("button", { name: "Have it done again on the app as it is" })).toBeTruthy();
  });

  it("is sent back to its own conversation with words, and stays open", async () => {
    const RUNS = "POST /projects/app_1/runs";
    const asked = await open({ [READ]: () => PROPOSAL, [RUNS]: () => ({ run_id: "run_2" }) });
    fireEvent.click(screen.getByRole("button", { name: "Ask for changes" }));
    fireEvent.change(screen.getByLabelText("What should be different?"), { target: { value: " Softer " } });
    fireEvent.click(screen.getByRole("button", { name: "Send to the agent" }));
    await screen.findByRole("button", { name: "Keep all 4 changes" });
    expect(sent(asked)).toEqual([{ route: RUNS, body: { message: "Softer", queue: true, conversation_id: "conv_1" } }]);
  });

  it("is set aside with the reason", async () => {
    let now = PROPOSAL;
    const asked = await open({ [READ]: () => now, [REVIEW]: () => (now = { ...PROPOSAL, review_status: "rejected" }) });
    fireEvent.click(screen.getByRole("button", { name: "Ask for changes" }));
    fireEvent.change(screen.getByLabelText("What should be different?"), { target: { value: "Too loud" } });
    fireEvent.click(screen.getByRole("button", { name: "Set aside with these words" }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain("This proposal was set aside."));
    await waitFor(() => expect(sent(asked)).toEqual([{ route: REVIEW, body: { decision: "reject", feedback: "Too loud", files: [] } }]));
  });

  it("takes a message made from the change, and says when the model did not write it", async () => {
    const made = { commit_message: "feat: name", written_by: "change", why: "No answer." };
    const asked = await open({ [READ]: () => PROPOSAL, "POST /diffs/dif_1/refine-message": () => made });
    fireEvent.click(screen.getByRole("button", { name: "Conventional" }));
    await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("What the history will say").value).toBe("feat: name"));
    expect(screen.getByText(/No answer\./)).toBeTruthy();
    expect(sent(asked)[0]?.body).toEqual({ style: "conventional" });
  });
});

it("a proposal that cannot be read offers to try again, and one that is not there leads back", async () => {
  await show(<ProposalPane workspace={WORKSPACE} diff="dif_1" onLeave={() => undefined} />, { [READ]: () => new Refusal(500, { status: 500, code: "INTERNAL" }) });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
  cleanup();
  await show(<ProposalPane workspace={WORKSPACE} diff="dif_1" onLeave={() => undefined} />, {});
  expect(await screen.findByRole("button", { name: "All proposals" })).toBeTruthy();
});

it("a proposal of another app is not decided here", async () => {
  await show(<ProposalPane workspace={WORKSPACE} diff="dif_1" onLeave={() => undefined} />, { [READ]: () => ({ ...PROPOSAL, app_id: "app_2" }) });
  expect(await screen.findByText("There is no such proposal.")).toBeTruthy();
  expect(screen.queryByRole("checkbox")).toBeNull();
});
