import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Thread } from "@/data/threads";
import { ThreadsDialog } from "@/features/chat/ThreadsDialog";
import { RenameForm } from "@/features/chat/RenameForm";
import { PilotAtWork } from "@/features/chat/PilotAtWork";
import { managed, managerPlan } from "@/testing/autopilot";
import { task } from "@/testing/planning";
import { Refusal, show } from "@/testing/show";

const AT = "2026-11-24T10:00:00Z";
const B = "/admin/apps/app_1/builder/threads";
const thread = (id: string, over: Partial<Thread> = {}): Thread => ({
  id, title: `Chat ${id}`, last_message: "and more", turns: 2, active: false, latest: false, created_at: AT, updated_at: AT, archived_at: null, ...over,
});
const FOUND = { items: [{ id: "conv_2", title: "Birds", turn_id: "turn_7", text: "a heron on the door", at: AT }], complete: false };

async function openDialog(answers: Parameters<typeof show>[1] = {}) {
  const onPlace = vi.fn();
  const dialog = <ThreadsDialog app="app_1" current="conv_1" onPlace={onPlace} onClose={() => undefined} />;
  const asked = await show(dialog, {
    [`GET ${B}`]: () => ({ items: [thread("conv_2", { turns: null, active: true }), thread("conv_1")], next_cursor: null }),
    [`GET ${B}/search`]: () => FOUND,
    ...answers,
  });
  return { asked, onPlace };
}

it("lists the chats and opens one", async () => {
  const { onPlace } = await openDialog();
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => within(row).getAllByRole("button")[0]?.textContent)).toEqual([
    expect.stringMatching(/^Chat conv_2.*and more/),
    expect.stringMatching(/^Chat conv_1Open.*2 turns$/),
  ]);
  fireEvent.click(within(rows[0] as HTMLElement).getAllByRole("button")[0] as HTMLElement);
  expect(onPlace).toHaveBeenCalledWith({ chat: "conv_2" });
});

it("says of a chat whose run waits that it waits, and not that it works", async () => {
  const asks = { id: "run_1", status: "awaiting_approval", conversation_id: "conv_2", turn_id: "turn_1" };
  await openDialog({ "GET /admin/apps/app_1/builder/state": () => ({ active_run: null, waiting_runs: [asks], pending_diffs: [] }) });
  expect(await screen.findByText("Waiting for you")).toBeTruthy();
  expect(screen.queryByText("Working")).toBeNull();
});

it("says what the autopilot works at in another chat, and leads there", async () => {
  const onOpen = vi.fn();
  const run = managed({ status: "running", conversation_id: "conv_9", task_id: "task_1" });
  const answers = { "GET /projects/app_1/manager/plan": () => managerPlan({ runs_in_progress: [run] }), "GET /tasks/task_1": () => task("task_1", { description: "Show the hours" }) };
  await show(<PilotAtWork app="app_1" shown="conv_1" onOpen={onOpen} />, answers);
  expect(await screen.findByText("The autopilot works at: Show the hours")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "See it" }));
  expect(onOpen).toHaveBeenCalledWith("conv_9");
});

it("finds a chat and goes to the place", async () => {
  const { onPlace } = await openDialog();
  fireEvent.change(screen.getByLabelText("Find in your chats"), { target: { value: " heron " } });
  await screen.findByText(/1 chat found\./);
  expect(screen.getByText(/Only the newest chats/)).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: /a heron on the door/ }));
  expect(onPlace).toHaveBeenCalledWith({ chat: "conv_2", turn: "turn_7" });
});

it("removes the chat that is shown after a second word, and a new one is shown then", async () => {
  const { asked, onPlace } = await openDialog({ [`PATCH ${B}/conv_1`]: () => thread("conv_1", { archived_at: AT }) });
  const [, row] = await screen.findAllByRole("listitem");
  const own = within(row as HTMLElement);
  fireEvent.click(own.getByRole("button", { name: "Remove" }));
  expect(asked.some(({ route }) => route.startsWith("PATCH"))).toBe(false);
  fireEvent.click(within(own.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(onPlace).toHaveBeenCalledWith({ chat: "new" }));
  expect(asked.find(({ route }) => route.startsWith("PATCH"))?.body).toEqual({ archived: true });
});

it("says why a chat was not removed", async () => {
  const detail = "A run of this chat is under way.";
  await openDialog({ [`PATCH ${B}/conv_2`]: () => new Refusal(409, { code: "RUN_ACTIVE", detail, status: 409 }) });
  const [row] = await screen.findAllByRole("listitem");
  const own = within(row as HTMLElement);
  fireEvent.click(own.getByRole("button", { name: "Remove" }));
  fireEvent.click(within(own.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect((await own.findByRole("alert")).textContent).toBe(detail);
});

it("a list that cannot be read offers another try, and is not empty", async () => {
  await openDialog({ [`GET ${B}`]: () => new Refusal(500, { code: "INTERNAL", detail: "", status: 500 }) });
  expect((await screen.findByRole("alert")).textContent).toContain("could not be loaded");
  expect(screen.queryByText(/No chats yet/)).toBeNull();
});

it("a name is saved by Enter and left by Escape; the API's refusal stands below it", async () => {
  const onDone = vi.fn();
  const answers = { [`PATCH ${B}/conv_1`]: (body: unknown) => (String((body as Thread).title) === "bad" ? new Refusal(422, { code: "VALIDATION_FAILED", detail: "Not so.", status: 422 }) : thread("conv_1")) };
  const asked = await show(<RenameForm app="app_1" thread={thread("conv_1")} onDone={onDone} />, answers);
  const field = screen.getByLabelText("Name of the chat");
  fireEvent.change(field, { target: { value: "bad" } });
  fireEvent.submit(field);
  expect((await screen.findByRole("alert")).textContent).toBe("Not so.");
  expect(onDone).not.toHaveBeenCalled();
  fireEvent.change(field, { target: { value: "The shop" } });
  fireEvent.submit(field);
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(asked.at(-1)?.body).toEqual({ title: "The shop" });
  fireEvent.keyDown(field, { key: "Escape" });
  expect(onDone).toHaveBeenCalledTimes(2);
});
