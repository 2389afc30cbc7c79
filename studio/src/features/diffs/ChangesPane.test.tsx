import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import { ChangesPane } from "@/features/diffs/ChangesPane";
import { show } from "@/testing/show";

const onHistory = vi.fn();
const open = (origin: string, review = "after") => {
  const workspace = { app: { id: "app_1", review }, draft: { id: "rev_1", origin }, pending_diffs: [] } as unknown as Workspace;
  return show(<ChangesPane workspace={workspace} diff={undefined} onOpen={() => undefined} onHistory={onHistory} />, {
    "GET /projects/app_1/diffs": () => ({ items: [], next_cursor: null }),
  });
};

it("an app that was never changed has no proposals yet", async () => {
  await open("template");
  expect(await screen.findByText("Nothing to review yet")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("changes that were kept at once are shown where they are", async () => {
  await open("chat");
  expect(await screen.findByText(/This app keeps changes at once/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "See the last change" }));
  fireEvent.click(screen.getByRole("button", { name: "See the history" }));
  expect(onHistory.mock.calls).toEqual([["rev_1"], []]);
});

it("an app whose changes are looked at first says that the next one waits here", async () => {
  await open("diff", "before");
  expect(await screen.findByText(/waits here until you keep it/)).toBeTruthy();
});
