import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { MissingPackages } from "@/features/chat/MissingPackages";
import type { ToolEntry } from "@/run/view";
import { show } from "@/testing/show";

const CALL: ToolEntry = { kind: "tool", id: "c1", name: "add_dependency", draft: "", input: { name: "left-pad" }, error: "left-pad is not in the catalog.", state: "failed", at: "2026-01-01T10:00:00Z", ended: null };
const proposal = (name: string, status: string, run: string | null) => ({ name, status, run_id: run, app_id: "app_1", line: "current", by: "ann", at: "2026-01-01T10:00:00Z" });
const open = (scopes: string[], items: object[]) =>
  show(<MissingPackages run="run_1" entries={[CALL]} />, {
    "GET /me": () => ({ kind: "person", subject: "ann", tenant_id: "acme", scopes }),
    "GET /admin/catalog/packages": () => ({ items, next_cursor: null, digest: "d" }),
  });

it("leads who may decide to each package that was proposed to them", async () => {
  await open(["admin"], [proposal("left-pad", "proposed", null), proposal("dlv", "proposed", "run_1"), proposal("other", "proposed", "run_2"), proposal("gone", "refused", "run_1")]);
  const links = await screen.findAllByRole("link");
  expect(links.map(({ textContent }) => textContent)).toEqual(["Decide about left-pad", "Decide about dlv"]);
  expect(links[0]?.getAttribute("href")).toBe("/packages?name=left-pad&line=current");
});

it("tells who may not in whose hands it is, without asking for what is refused", async () => {
  const asked = await open(["apps:read"], []);
  await screen.findByText("Not in the catalog: left-pad. Somebody who may administer can add it.");
  expect(asked.some(({ route }) => route.includes("catalog"))).toBe(false);
});

it("says nothing when nothing was proposed", async () => {
  const asked = await open(["admin"], []);
  await waitFor(() => expect(asked.length).toBe(2));
  expect(screen.queryByRole("note")).toBeNull();
});
