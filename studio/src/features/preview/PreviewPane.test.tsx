import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Workspace } from "@/data/workspace";
import { PreviewPane } from "@/features/preview/PreviewPane";
import { Refusal, show } from "@/testing/show";

const TOKEN = "POST /admin/apps/app_1/builder/preview-token";
const OPENED = { preview_url: "http://rev-1.preview.localhost:1/", token: "pass" };

function workspace(status: string, green: string | null, error: object | null = null): Workspace {
  const app = { id: "app_1", name: "Rosa", draft_revision_id: "rev_2", last_green_revision_id: green };
  return { app, draft: { id: "rev_2", build_status: status }, build: { build_status: status, build_error: error }, active_run: null, waiting_runs: [], pending_diffs: [] } as unknown as Workspace;
}

const frame = () => document.querySelector("iframe");

it("shows the draft that is built, kept from leading elsewhere, with the pass in its first address", async () => {
  await show(<PreviewPane workspace={workspace("succeeded", "rev_2")} />, { [TOKEN]: () => OPENED });
  await waitFor(() => expect(frame()?.getAttribute("srcdoc")).toContain('src="http://rev-1.preview.localhost:1/?t=pass"'));
  expect(frame()?.title).toBe("Preview of Rosa");
  expect(frame()?.getAttribute("srcdoc")).not.toMatch(/top-navigation|escape-sandbox/);
  expect(screen.getByRole("button", { name: "Back in the app" }).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("link", { name: "Open in a new tab" }).getAttribute("rel")).toContain("noopener");
});

it("shows what the build found, each place a step away, and the version before", async () => {
  const error = { message: "It does not compile.", diagnostics: [{ path: "src/App.tsx", line: 12, message: "';' expected" }] };
  const asked = await show(<PreviewPane workspace={workspace("failed", "rev_1", error)} />, { [TOKEN]: () => OPENED });
  expect(await screen.findByText(/The build failed/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "src/App.tsx:12 ';' expected" }).getAttribute("href")).toContain("file=src");
  await waitFor(() => expect(asked[0]?.body).toEqual({ revision_id: "rev_1" }));
});

it("names what is under way while nothing was built yet", async () => {
  await show(<PreviewPane workspace={workspace("queued", null)} />, {});
  expect(await screen.findByText(/waits for its turn with the builder/)).toBeTruthy();
});

it("says why there is no page, and tries again when asked", async () => {
  await show(<PreviewPane workspace={workspace("succeeded", "rev_2")} />, { [TOKEN]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "Storage did not answer.", status: 503 }) });
  expect(await screen.findByText("Storage did not answer.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

it("says of the page that every app starts from that it is not the one asked for", async () => {
  const begun = workspace("succeeded", "rev_2");
  const working = { ...begun, draft: { ...begun.draft, origin: "template" }, active_run: { id: "run_1" } } as unknown as Workspace;
  await show(<PreviewPane workspace={working} />, { [TOKEN]: () => OPENED });
  expect(await screen.findByText(/only the page every app starts from/)).toBeTruthy();
});

it("says nothing of that page while there is none to be seen", async () => {
  const begun = workspace("queued", null);
  const working = { ...begun, draft: { ...begun.draft, origin: "template" }, active_run: { id: "run_1" } } as unknown as Workspace;
  await show(<PreviewPane workspace={working} />, {});
  expect(await screen.findByText(/waits for its turn with the builder/)).toBeTruthy();
  expect(screen.queryByText(/only the page every app starts from/)).toBeNull();
});
