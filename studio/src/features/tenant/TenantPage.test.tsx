import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type Session, SessionContext } from "@/data/session";
import { TenantPage } from "@/features/tenant/TenantPage";
import { type Answers, Refusal, show } from "@/testing/show";

const ME = { kind: "person", subject: "ann", tenant_id: "acme", scopes: ["admin", "apps:read"] };
const KEY = { id: "key_1", name: "CI", scopes: ["apps:read"], last_four: "wxyz", created_by: "ann", created_at: "2026-01-01T10:00:00Z", expires_at: null, revoked_at: null };
const LIST = "GET /admin/api-keys";
const MAKE = "POST /admin/api-keys";
const NONE = { day_usd: null, month_usd: null, day_tokens: null, month_tokens: null };
const SERVER = { day_usd: 20, month_usd: 200, day_tokens: 4_000_000, month_tokens: null };
const BUDGETS = { own: NONE, server: SERVER, version: 0, changed_by: null, changed_at: null };
const READ = "GET /admin/budgets";
const SET = "PUT /admin/budgets";
const open = (answers: Answers = {}) => show(<TenantPage />, { "GET /me": () => ME, [READ]: () => BUDGETS, [LIST]: () => ({ items: [KEY], next_cursor: null }), ...answers });
const button = (name: string) => screen.getByRole("button", { name });

describe("the page of a tenant", () => {
  it("says who is signed in, and what they may do", async () => {
    await open();
    await screen.findByText("ann");
    expect(screen.getByText("acme")).toBeTruthy();
    expect(screen.getByText("administer, look at apps")).toBeTruthy();
  });

  const as = (session: Partial<Session>) =>
    show(
      <SessionContext value={session as Session}>
        <TenantPage />
      </SessionContext>,
      { "GET /me": () => ME, [READ]: () => BUDGETS, [LIST]: () => ({ items: [], next_cursor: null }) },
    );

  it("calls a person as the sign-in service does", async () => {
    await as({ local: false, person: "Ann Lee" });
    expect(await screen.findByText("Ann Lee")).toBeTruthy();
    expect(screen.queryByText("ann")).toBeNull();
  });

  it("says of one's own computer that no account is needed, and no names of a server", async () => {
    await as({ local: true, person: null });
    expect(await screen.findByText("This computer, no account needed")).toBeTruthy();
    expect(await screen.findByRole("heading", { name: "Keys for programs" })).toBeTruthy();
    expect(screen.queryByText("acme")).toBeNull();
  });

  it("sets budgets below the server's, and says who did", async () => {
    let stored: object = BUDGETS;
    const set = (body: unknown) => {
      const { version, ...own } = body as typeof NONE & { version: number };
      return (stored = { ...BUDGETS, own, version: version + 1, changed_by: "ann", changed_at: "2026-01-01T10:00:00Z" });
    };
    const asked = await open({ [READ]: () => stored, [SET]: set });
    const day = await screen.findByLabelText("Dollars a day");
    fireEvent.change(day, { target: { value: "20.5" } });
    expect(day.getAttribute("aria-invalid")).toBe("true");
    fireEvent.click(button("Save budgets"));
    expect(asked.some(({ route }) => route === SET)).toBe(false);
    for (const wrong of ["-1", "much", "1e400"]) {
      fireEvent.change(day, { target: { value: wrong } });
      expect(screen.getByText(/Write an amount from 0 on/)).toBeTruthy();
    }
    fireEvent.change(day, { target: { value: "2.5" } });
    fireEvent.click(button("Save budgets"));
    await screen.findByText(/Set by you/);
    await screen.findByText("Saved.");
    expect(asked.find(({ route }) => route === SET)?.body).toEqual({ ...NONE, day_usd: 2.5, version: 0 });
  });

  it("keeps what was typed when somebody else has set them, and saves over theirs with a second word", async () => {
    let stored = BUDGETS;
    const late = () => {
      if (stored.version) return { ...stored, version: 2 };
      stored = { ...BUDGETS, own: { ...NONE, month_usd: 7 } as never, version: 1 };
      return new Refusal(409, { code: "STATE_CONFLICT", detail: "" });
    };
    const asked = await open({ [READ]: () => stored, [SET]: late });
    fireEvent.change(await screen.findByLabelText("Dollars a day"), { target: { value: "3" } });
    fireEvent.click(button("Save budgets"));
    await screen.findByText(/Somebody else has set them meanwhile/);
    await screen.findByDisplayValue("7");
    expect(screen.getByDisplayValue("3")).toBeTruthy();
    fireEvent.click(button("Save budgets"));
    await waitFor(() => expect(asked.filter(({ route }) => route === SET).at(-1)?.body).toEqual({ ...NONE, day_usd: 3, month_usd: 7, version: 1 }));
  });

  it("shows no form to those who may not administer", async () => {
    const asked = await open({ "GET /me": () => ({ ...ME, scopes: ["apps:read"] }) });
    await screen.findByText("They are set by those who may administer.");
    expect(asked.some(({ route }) => route === READ)).toBe(false);
  });

  it("makes a key, shows it once, and forgets it", async () => {
    const asked = await open({ [MAKE]: () => ({ ...KEY, id: "key_2", name: "Bot", key: "cbk_secret" }) });
    fireEvent.change(await screen.findByLabelText("Name"), { target: { value: "Bot" } });
    fireEvent.change(screen.getByLabelText("Good for"), { target: { value: "never" } });
    fireEvent.click(button("Make a key"));
    await screen.findByDisplayValue("cbk_secret");
    expect(asked.find(({ route }) => route === MAKE)?.body).toEqual({ name: "Bot", scopes: ["apps:read"], expires_at: null });
    fireEvent.click(button("I have it"));
    expect(document.body.innerHTML).not.toContain("cbk_secret");
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain("cbk_secret");
  });

  it("offers no right that its maker does not have, and asks for one at least", async () => {
    const asked = await open();
    await screen.findByLabelText("Name");
    expect(screen.queryByLabelText("publish")).toBeNull();
    fireEvent.click(screen.getByLabelText("look at apps"));
    fireEvent.click(button("Make a key"));
    expect(screen.getByText("Choose at least one.")).toBeTruthy();
    expect(screen.getByText("It needs a name.")).toBeTruthy();
    expect(asked.some(({ route }) => route === MAKE)).toBe(false);
  });

  it("revokes a key after a second word only, and says when it did not", async () => {
    const asked = await open({ "DELETE /admin/api-keys/key_1": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "Try again." }) });
    fireEvent.click(await screen.findByRole("button", { name: "Revoke" }));
    expect(asked.some(({ route }) => route.startsWith("DELETE"))).toBe(false);
    fireEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Revoke" }));
    await screen.findByText("It was not revoked; it still works.");
    await waitFor(() => expect(asked.filter(({ route }) => route.startsWith("DELETE")).length).toBe(1));
  });

  it("asks for no keys where they are refused, and says why", async () => {
    const asked = await open({ "GET /me": () => ({ ...ME, scopes: ["apps:read"] }) });
    await screen.findByText("Keys are seen and made by those who may administer.");
    expect(asked.some(({ route }) => route === LIST)).toBe(false);
  });

  it("offers to try again when nothing can be loaded", async () => {
    await open({ "GET /me": () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    await screen.findByText("Who is signed in could not be loaded.");
  });
});
