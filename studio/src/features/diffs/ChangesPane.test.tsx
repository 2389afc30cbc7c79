import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import { ChangesPane } from "@/features/diffs/ChangesPane";
import { show } from "@/testing/show";

const onHistory = vi.fn();
const open = (origin: string) => {
  const workspace = { app: { id: "app_1" }, draft: { id: "rev_1", origin }, pending_diffs: [] } as unknown as Workspace;
  return show(<ChangesPane workspace={workspace} diff={undefined} onOpen={() => undefined} onHistory={onHistory} />, {
    "GET /projects/app_1/diffs": () => ({ items: [], next_cursor: null }),
  });
};

it("an app that was never changed has no proposals yet", async () => {
  await open("template");
  expect(await screen.findByText("No proposals yet")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

it("changes that were kept at once are shown where they are", async () => {
  await open("chat");
  expect(await screen.findByText(/What was kept is in the app already/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "See the history" }));
  expect(onHistory).toHaveBeenCalledOnce();
});
