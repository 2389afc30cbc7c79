import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Addition } from "@/data/packages";
import { PackagesPage } from "@/features/catalog/PackagesPage";
import { type Answers, Refusal, show } from "@/testing/show";

const ME = { kind: "person", subject: "ann", tenant_id: "acme", scopes: ["admin", "apps:read"] };
const LIST = "GET /admin/catalog/packages";
const ADD = "POST /admin/catalog/packages";
const NONE = { version: null, code: null, reason: null, licence: null, bytes: null, packages: null, ended_at: null, app_id: null, run_id: null };
const addition = (over: Partial<Addition>): Addition => ({ ...NONE, name: "left-pad", line: "current", status: "added", by: "ann", at: "2026-01-01T10:00:00Z", ...over });
const listed = (...items: Addition[]) => ({ items, next_cursor: null, digest: "d" });
const PROPOSED = addition({ status: "proposed", app_id: "app_1", run_id: "run_1" });
const ADDED = addition({ version: "1.3.0", licence: "MIT", bytes: 1_500_000, packages: 3, ended_at: "2026-01-01T10:02:00Z" });
const open = (answers: Answers = {}, name = "") =>
  show(<PackagesPage wish={{ name, line: undefined }} />, { "GET /me": () => ME, [LIST]: () => listed(), "GET /admin/apps/app_1": () => ({ id: "app_1", name: "Rosa" }), ...answers });
const button = (name: string) => screen.getByRole("button", { name });
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const row = (name: string) => screen.findByRole("listitem", { name });

describe("the page of packages", () => {
  it("says what the catalog is while nothing was added", async () => {
    await open();
    expect(await screen.findByText("Nothing added yet")).toBeTruthy();
    expect(screen.getByText(/apps see it from their next build on/)).toBeTruthy();
  });

  it("says where the decision lies to those who may not administer, and asks the server nothing that it refuses", async () => {
    const asked = await open({ "GET /me": () => ({ ...ME, scopes: ["apps:read"] }) });
    await screen.findByText(/decided by those who may administer/);
    expect(screen.queryByRole("button", { name: "Vet and add" })).toBeNull();
    expect(asked.some(({ route }) => route === LIST)).toBe(false);
  });

  it("shows whose wish a proposal is, and accepts it", async () => {
    let stored = [PROPOSED];
    const accept = () => {
      stored = [addition({ status: "adding" })];
      return stored[0];
    };
    const asked = await open({ [LIST]: () => listed(...stored), [ADD]: accept });
    const link = await screen.findByRole("link", { name: "Rosa" });
    expect(link.getAttribute("href")).toContain("/apps/app_1");
    fireEvent.click(button("Accept: left-pad"));
    expect(await screen.findByRole("button", { name: "Stop: left-pad" })).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe("left-pad"));
    expect(asked.find(({ route }) => route === ADD)?.body).toEqual({ name: "left-pad", line: "current" });
  });

  it("rejects a proposal of a scope on its own line, and the focus stays in the list", async () => {
    let stored = [addition({ ...PROPOSED, name: "@scope/x", line: "classic" })];
    const asked = await open({ [LIST]: () => listed(...stored), "DELETE /admin/catalog/packages/:name": () => void (stored = []) });
    fireEvent.click(await screen.findByRole("button", { name: "Reject: @scope/x" }));
    await screen.findByText("Nothing added yet");
    expect(asked.find(({ route }) => route.startsWith("DELETE"))?.route).toBe("DELETE /admin/catalog/packages/%40scope%2Fx");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Additions"));
  });

  it("follows one that is being added, and says aloud how it ended", async () => {
    let polls = 0;
    await open({ [LIST]: () => listed(polls++ === 0 ? addition({ status: "adding" }) : ADDED) });
    await screen.findByText("left-pad: Being added");
    await screen.findByText("left-pad: Added", undefined, { timeout: 10_000 });
    const facts = within(await row("left-pad"));
    for (const fact of ["MIT", "1.5 MB", "2 packages came with it"]) expect(facts.getByText(fact)).toBeTruthy();
  });

  it("names the apps for whose sake one stays", async () => {
    const used = () => new Refusal(409, { code: "PACKAGE_IN_USE", detail: "left-pad is used by Rosa.", apps: [{ app_id: "app_1", name: "Rosa" }] });
    await open({ [LIST]: () => listed(ADDED), "DELETE /admin/catalog/packages/:name": used });
    fireEvent.click(await screen.findByRole("button", { name: "Remove" }));
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Remove" }));
    await screen.findByText(/these apps use it/);
    expect(screen.getByRole("link", { name: "Rosa" }).getAttribute("href")).toContain("/apps/app_1");
  });

  it("says why one was refused, and offers another try or to forget it", async () => {
    const refused = addition({ status: "refused", version: "2.0.0", code: "PACKAGE_HAS_SCRIPTS", reason: "left-pad@2.0.0 wants to run a script." });
    const asked = await open({ [LIST]: () => listed(refused), [ADD]: () => new Refusal(409, { code: "CATALOG_BUSY", detail: "" }) });
    await screen.findByText("left-pad@2.0.0 wants to run a script.");
    expect(button("Forget: left-pad")).toBeTruthy();
    fireEvent.click(button("Try again: left-pad"));
    await screen.findByText(/added one at a time/);
    expect(asked.find(({ route }) => route === ADD)?.body).toEqual({ name: "left-pad", line: "current", version: "2.0.0" });
  });

  it("offers to add again what an upgrade has left behind", async () => {
    const asked = await open({ [LIST]: () => listed({ ...ADDED, code: "PACKAGE_OUTDATED", reason: "It does not fit." }), [ADD]: () => addition({ status: "adding" }) });
    fireEvent.click(await screen.findByRole("button", { name: "Try again: left-pad" }));
    await waitFor(() => expect(asked.find(({ route }) => route === ADD)?.body).toEqual({ name: "left-pad", line: "current", version: "1.3.0" }));
    expect(button("Remove")).toBeTruthy();
  });

  it("says of a proposal that was accepted which package was probably meant", async () => {
    await open({ [LIST]: () => listed({ ...PROPOSED, name: "lodahs" }), [ADD]: () => new Refusal(422, { code: "PACKAGE_NAME_NEAR", detail: "", near: "lodash" }) });
    fireEvent.click(await screen.findByRole("button", { name: "Accept: lodahs" }));
    await screen.findByText(/Did you mean lodash\?/);
  });

  it("tells a list that could not be read from an empty one", async () => {
    await open({ [LIST]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("What was added could not be loaded.");
    expect(screen.queryByText("Nothing added yet")).toBeNull();
  });
});

describe("the form for a package", () => {
  it("has the name that one came for, and begins with it", async () => {
    const asked = await open({ [ADD]: () => addition({ name: "dlv", status: "adding" }) }, "dlv");
    fireEvent.click(await screen.findByRole("button", { name: "Vet and add" }));
    await screen.findByText("dlv is being looked at. You see below how it ends.");
    expect(asked.find(({ route }) => route === ADD)?.body).toEqual({ name: "dlv", line: "current" });
    expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("");
  });

  it("asks the server for nothing that cannot be a package", async () => {
    const asked = await open();
    fireEvent.click(await screen.findByRole("button", { name: "Vet and add" }));
    await screen.findByText("It needs a name.");
    type("Name", "../up");
    type("Version", "latest");
    expect(screen.getByText(/No package is called that/)).toBeTruthy();
    expect(screen.getByText("A version has three numbers: 1.3.0.")).toBeTruthy();
    fireEvent.click(button("Vet and add"));
    expect(asked.some(({ route }) => route === ADD)).toBe(false);
  });

  const refused = async (problem: { code: string; detail: string; near?: string }, status: number) => {
    await open({ [ADD]: () => new Refusal(status, problem) }, "lodahs");
    fireEvent.click(await screen.findByRole("button", { name: "Vet and add" }));
  };
  const about = (label: string) => {
    const field = screen.getByLabelText(label);
    return field.getAttribute("aria-invalid") === "true" ? field.getAttribute("aria-describedby") : null;
  };

  it("says at the name which package was probably meant", async () => {
    await refused({ code: "PACKAGE_NAME_NEAR", detail: "It is like another.", near: "lodash" }, 422);
    await screen.findByText(/Did you mean lodash\?/);
    expect(about("Name")).toContain("-fault");
    type("Name", "lodash-es");
    expect(about("Name")).toBeNull();
  });

  it("says at the name that the catalog has it", async () => {
    await refused({ code: "PACKAGE_IN_CATALOG", detail: "There." }, 409);
    await screen.findByText(/The catalog has it already/);
    expect(about("Name")).toContain("-fault");
  });

  it("says below the form what is about no field", async () => {
    await refused({ code: "CATALOG_BUSY", detail: "Another." }, 409);
    await screen.findByText(/added one at a time/);
    expect(about("Name")).toBeNull();
  });
});

it("looks through what the catalog has", async () => {
  const item = (name: string, summary: string) => ({ name, version: "1.0.0", licence: "MIT", category: "other", summary, bytes: 1, dev: false, frameworks: [], on_demand: false, use_when: "" });
  await open({ "GET /admin/catalog": () => ({ items: [item("dayjs", "Small dates."), item("zod", "Schemas.")], next_cursor: null, digest: "d" }) });
  fireEvent.change(await screen.findByLabelText("Look for a package"), { target: { value: "DATE" } });
  await screen.findByText("1 package");
  expect(screen.getByText("dayjs")).toBeTruthy();
  expect(screen.queryByText("zod")).toBeNull();
  type("Look for a package", "nothing like it");
  await screen.findByText('The catalog has nothing for "nothing like it".');
});
