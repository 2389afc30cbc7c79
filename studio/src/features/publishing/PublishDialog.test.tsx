import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useState } from "react";
import { useNews } from "@/data/news";
import type { Workspace } from "@/data/workspace";
import { blocksOf } from "@/domain/blocks";
import { envOf, faultsOf, valuesOf } from "@/domain/values";
import { PublishDialog } from "@/features/publishing/PublishDialog";
import { type Answers, Refusal, show } from "@/testing/show";

const PUBLISH = "POST /admin/apps/app_1/publish";
const app = (more: object) => ({
  id: "app_1",
  name: "Salon",
  slug: "salon",
  live_url: null,
  published_revision_id: null,
  page_failure: null,
  settings: { env: {}, gates: { tests: "off" } },
  ...more,
});
const workspace = (more: object = {}, draft: object = {}) =>
  ({
    app: app(more),
    draft: { id: "rev_2", build_status: "succeeded", ...draft },
    build: { build_error: { message: "App.tsx does not compile" } },
    active_run: null,
    waiting_runs: [],
    pending_diffs: [],
    taken_back: [],
  }) as unknown as Workspace;
const STATE = { revision_id: "rev_2", seq: 1, by: "you" };
const PUBLICATIONS = "GET /admin/apps/app_1/publications";
const TURNS = "GET /admin/apps/app_1/builder/conversations";
const READINESS = "GET /admin/apps/app_1/builder/readiness";
const WELL = { revision_id: "rev_2", ready: true, checks: [{ key: "secrets", level: "blocking", ok: true, message: "No secret keys in it." }] };
const leads = { onAsk: vi.fn(), onOpen: vi.fn() };
const done = (asked: readonly { route: string }[]) => asked.map(({ route }) => route).filter((route) => !route.startsWith("GET") && !route.endsWith("/readiness"));
const open = (given: Workspace, answers: Answers = {}) => show(<PublishDialog workspace={given} onClose={() => undefined} {...leads} />, { [READINESS]: () => WELL, ...answers });
const button = (name: string) => screen.findByRole("button", { name, hidden: true });

function Closable() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      {isOpen && <PublishDialog workspace={workspace()} onClose={() => undefined} {...leads} />}
      <button type="button" onClick={() => setOpen(false)}>
        Leave
      </button>
      <p data-testid="news">{useNews().map(({ what, url }) => `${what} ${url}`)}</p>
    </>
  );
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
});

describe("the dialog that publishes", () => {
  it("publishes a draft that is built", async () => {
    const asked = await open(workspace(), { [PUBLISH]: () => ({ live_url: "http://salon.test/", published_url: null, revision_id: "rev_2" }) });
    expect(screen.getByText('Not online yet. Its address will begin with "salon".')).toBeTruthy();
    fireEvent.click(await button("Publish"));
    await waitFor(() => expect(screen.getByText("Published")).toBeTruthy());
    expect(done(asked)).toEqual([PUBLISH]);
  });

  it.each([
    ["running", "The draft is being built. It can be published when that is done."],
    ["failed", "App.tsx does not compile"],
  ])("does not publish a draft whose build is %s, and says so", async (build_status, said) => {
    const asked = await open(workspace({}, { build_status }));
    expect(screen.getByText(said)).toBeTruthy();
    fireEvent.click(await button("Publish"));
    expect(done(asked)).toEqual([]);
  });

  it("that was closed meanwhile tells the end as news, and no sooner", async () => {
    let answer: () => void = () => undefined;
    const live = { live_url: "http://salon.test/", published_url: null, revision_id: "rev_2" };
    const wait = () => new Promise((done) => (answer = () => done(live)));
    await show(<Closable />, { [PUBLISH]: wait, [READINESS]: () => WELL });
    fireEvent.click(await button("Publish"));
    await screen.findByRole("button", { name: "Publishing ...", hidden: true });
    fireEvent.click(screen.getByRole("button", { name: "Leave", hidden: true }));
    expect(screen.getByTestId("news").textContent).toBe("");
    answer();
    await waitFor(() => expect(screen.getByTestId("news").textContent).toBe("published http://salon.test/"));
  });

  it("offers to share where the device can, and says nothing when one thinks better of it", async () => {
    const shared = vi.fn(async () => Promise.reject(new Error("AbortError")));
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share: shared }));
    await open(workspace({ live_url: "http://salon.test/", published_revision_id: "rev_2" }));
    fireEvent.click(await button("Share"));
    expect(shared).toHaveBeenCalledWith({ title: "Salon", url: "http://salon.test/" });
    vi.unstubAllGlobals();
  });

  it("publishes what is kept while a run waits, and says that this is not part of it", async () => {
    const waits = { id: "run_1", status: "awaiting_approval", conversation_id: "conv_1", turn_id: "turn_1" };
    const asked = await open({ ...workspace(), waiting_runs: [waits] } as unknown as Workspace, { [PUBLISH]: () => ({ live_url: null, published_url: null, revision_id: null }) });
    expect(screen.getByText("A run waits for your word. What it wants to change is not part of this.")).toBeTruthy();
    fireEvent.click(await button("Publish"));
    await waitFor(() => expect(done(asked)).toEqual([PUBLISH]));
  });

  it("shows where the app is, to open and to scan, and takes it down after a second word", async () => {
    const asked = await open(workspace({ live_url: "http://salon.test/", published_revision_id: "rev_1" }), {
      "POST /admin/apps/app_1/unpublish": () => ({ live_url: null, published_url: null, revision_id: null }),
    });
    expect(screen.getByText("Online. Visitors see an earlier version, not this one.")).toBeTruthy();
    expect(screen.getByRole("img", { name: "QR code with the address of Salon", hidden: true })).toBeTruthy();
    fireEvent.click(await button("Take offline"));
    expect(document.activeElement?.textContent).toBe("Cancel");
    expect(done(asked)).toEqual([]);
    fireEvent.click(await button("Take offline"));
    await waitFor(() => expect(done(asked)).toEqual(["POST /admin/apps/app_1/unpublish"]));
  });

  it("leads to the app where everything is online, and offers nothing to publish", async () => {
    const live = { live_url: "http://salon.test/", published_revision_id: "rev_2" };
    await open(workspace(live), { [PUBLICATIONS]: () => ({ items: [{ ...STATE, at: "2026-01-01T10:00:00Z" }] }) });
    expect(screen.getByText("Everything is online: visitors see this version.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Open the live app", hidden: true }).getAttribute("href")).toBe("http://salon.test/");
    expect(screen.queryByRole("button", { name: /Publish/, hidden: true })).toBeNull();
  });

  it("publishes the same version again when it was built with other values since", async () => {
    const live = { live_url: "http://salon.test/", published_revision_id: "rev_2" };
    const built = workspace(live, { build_finished_at: "2026-01-01T11:00:00Z" });
    await open(built, { [PUBLICATIONS]: () => ({ items: [{ ...STATE, at: "2026-01-01T10:00:00Z" }] }) });
    expect(await button("Publish this draft")).toBeTruthy();
    expect(screen.getByText("Online. Visitors see an earlier version, not this one.")).toBeTruthy();
  });

  it("says of an address of this computer that nobody else gets there, and hands it on in no way", async () => {
    vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { share: vi.fn() }));
    await open(workspace({ live_url: "http://salon.apps.localhost:8600/", published_revision_id: "rev_2" }));
    expect(screen.getByText("Everything is published, on this computer.")).toBeTruthy();
    expect(screen.getByText(/opens on this computer only.*no QR code.*docs\/deploy\.md/)).toBeTruthy();
    expect(screen.queryByRole("img", { name: /QR code/, hidden: true })).toBeNull();
    expect(screen.queryByRole("button", { name: "Share", hidden: true })).toBeNull();
    vi.unstubAllGlobals();
  });

  it("asks before the first time whether the words are one's own, with what the agent said it assumed", async () => {
    const turn = { status: "completed", revision_id: "rev_2" };
    const assumptions = ["a", "b", "c", "d", "e"].map((letter) => `Assumed ${letter}`);
    await open(workspace(), { [TURNS]: () => ({ items: [{ ...turn, assumptions }], next_cursor: null }) });
    expect(screen.getByText(/Check that names, prices and contact data are yours/)).toBeTruthy();
    const list = await screen.findByRole("list", { name: "What it says it assumed:", hidden: true });
    expect(list.textContent).toBe("Assumed aAssumed bAssumed cAssumed d");
    fireEvent.click(await button("Show more"));
    expect(list.textContent).toContain("Assumed e");
  });

  it.each([
    ["it is online", workspace({ live_url: "http://salon.test/", published_revision_id: "rev_1" })],
    ["it is still what every app starts from", workspace({}, { origin: "template" })],
  ])("does not ask that when %s", async (_, given) => {
    const asked = await open(given);
    expect(screen.queryByText(/Check that names/)).toBeNull();
    expect(asked.map(({ route }) => route)).not.toContain(TURNS);
  });

  it("says that other values mean another build", async () => {
    const pending = new Refusal(409, { code: "BUILD_PENDING", status: 409, detail: "..." });
    await open(workspace(), { [PUBLISH]: () => pending });
    fireEvent.click(await button("Publish"));
    expect(await screen.findByText(/It is being built again/)).toBeTruthy();
  });

  it("lets a person choose the address before the app is online, and says why not", async () => {
    const taken = new Refusal(409, { code: "SLUG_TAKEN", detail: "This slug is taken." });
    const asked = await open(workspace(), { "PATCH /admin/apps/app_1": (body) => ((body as { slug: string }).slug === "rosa" ? taken : app({})) });
    fireEvent.click(await button("Choose another"));
    const field = screen.getByLabelText<HTMLInputElement>("What the address begins with");
    fireEvent.change(field, { target: { value: "Rosa" } });
    fireEvent.click(await button("Take this address"));
    expect(await screen.findByText("This address is taken.")).toBeTruthy();
    fireEvent.change(field, { target: { value: "-" } });
    fireEvent.click(await button("Take this address"));
    fireEvent.change(field, { target: { value: "Rosas Salon" } });
    fireEvent.click(await button("Take this address"));
    await waitFor(() => expect(screen.queryByLabelText("What the address begins with")).toBeNull());
    expect(asked.filter(({ route }) => route.startsWith("PATCH")).map(({ body }) => body)).toEqual([{ slug: "rosa" }, { slug: "rosas-salon" }]);
  });

  it("saves values with the rest of the settings, and none that a build would not take", async () => {
    const asked = await open(workspace(), { "PATCH /admin/apps/app_1": () => app({}) });
    fireEvent.click(await button("Add a value"));
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "TITLE" } });
    fireEvent.click(await button("Save and build"));
    expect(screen.getByRole("alert", { hidden: true }).textContent).toContain("VITE_");
    fireEvent.change(screen.getByLabelText("Name"), { target: { value: "VITE_TITLE" } });
    fireEvent.change(screen.getByLabelText("Value of VITE_TITLE"), { target: { value: "Rosa" } });
    fireEvent.click(await button("Save and build"));
    await waitFor(() => expect(done(asked)).toHaveLength(1));
    expect(asked.find(({ route }) => route.startsWith("PATCH"))?.body).toEqual({ settings: { env: { VITE_TITLE: "Rosa" }, gates: { tests: "off" } } });
  });
});

it("what keeps a draft back is told from what one should know", () => {
  const standing = { build: "succeeded", starter: true, running: true, waits: 1, pageFailed: true } as const;
  expect(blocksOf(standing)).toEqual({ blocking: null, advice: ["starter", "running", "waits", "pageFailed"] });
  const quiet = { ...standing, build: "queued", starter: false, running: false, waits: 0, pageFailed: false } as const;
  expect(blocksOf(quiet)).toEqual({ blocking: "building", advice: [] });
});

it("values are sorted, judged and put back", () => {
  const values = valuesOf({ VITE_B: "2", VITE_A: "1" });
  expect(values.map(({ name }) => name)).toEqual(["VITE_A", "VITE_B"]);
  expect(envOf([...values, { name: "", value: "" }])).toEqual({ VITE_A: "1", VITE_B: "2" });
  const odd = ["VITE_A", "VITE_A", "VITE_", "A", "VITE_Ä", ""].map((name) => ({ name, value: name && "x" }));
  expect(faultsOf(odd)).toEqual([null, "twice", "name", "name", "name", null]);
  expect(faultsOf([{ name: "", value: "x" }])).toEqual(["name"]);
});
