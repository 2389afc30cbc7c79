import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { WorkspaceBar } from "@/app/routes/WorkspaceBar";
import type { Workspace } from "@/data/workspace";
import { show } from "@/testing/show";

const asks = (id: string) => ({ id, status: "awaiting_approval", conversation_id: "conv_2", turn_id: "turn_7" });
const workspace = (more: object = {}) =>
  ({
    app: { id: "app_1", name: "Salon", live_url: null, published_revision_id: null },
    draft: { id: "rev_2", build_status: "succeeded" },
    active_run: null,
    waiting_runs: [],
    ...more,
  }) as unknown as Workspace;
const bar = (more: object = {}) => show(<WorkspaceBar workspace={workspace(more)} />, {});

it("an app with a run that waits says so, and leads to it", async () => {
  await bar({ waiting_runs: [asks("run_1")] });
  expect(screen.getByRole("link", { name: "Waiting for you" }).getAttribute("href")).toBe("/apps/app_1?chat=conv_2&turn=turn_7");
});

it("with several it says how many, and leads to their list", async () => {
  await bar({ waiting_runs: [asks("run_1"), asks("run_2")] });
  expect(screen.getByRole("link", { name: "Waiting for you (2)" }).getAttribute("href")).toBe("/apps/app_1?tab=runs&state=awaiting_approval");
});

it.each([
  ["template", "running", null],
  ["template", "failed", "Failed"],
  ["chat", "running", "Building"],
])("a draft from %s that is %s says %j", async (origin, build_status, words) => {
  await bar({ draft: { id: "rev_2", build_status, origin } });
  expect(words ? screen.getByText(words) : screen.queryByText("Building")).toEqual(words ? expect.anything() : null);
});

it("at rest it says nothing", async () => {
  await bar();
  expect(screen.queryByRole("link")).toBeNull();
});

it.each([
  ["rev_2", "succeeded", "Publish: Up to date"],
  ["rev_2", "queued", "Publish"],
  ["rev_1", "succeeded", "Publish"],
])("with %s online and a draft that is %s the button says %j", async (published_revision_id, build_status, words) => {
  await bar({ app: { id: "app_1", name: "Salon", live_url: null, published_revision_id }, draft: { id: "rev_2", build_status } });
  expect(screen.getByRole("button").textContent).toBe(words);
});
