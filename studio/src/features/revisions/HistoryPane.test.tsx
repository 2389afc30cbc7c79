import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Workspace } from "@/data/workspace";
import type { HistoryPlace } from "@/domain/place";
import { HistoryPane } from "@/features/revisions/HistoryPane";
import { de } from "@/messages/de";
import { MessagesContext } from "@/messages/useMessages";
import { type Answers, Refusal, show } from "@/testing/show";

const B = "/admin/apps/app_1/builder";
const UNDO = `POST ${B}/undo`;
const part = (key: string, points: number | null, why = "", found = 0) => ({ key, points, most: 10, found, why });
const QUALITY = { score: 90, known: 20, parts: [part("build", 10), part("types", 8, "", 1), part("tests", null, "Its build was lost."), part("acceptance", null, "The project has no acceptance checks."), part("links", null, "nobody has looked")] };
const revision = (id: string, more: object = {}) => ({
  id,
  message: `Message of ${id}`,
  label: null,
  origin: "chat",
  build_status: "succeeded",
  created_by: "someone",
  created_at: "2026-01-01T10:00:00Z",
  quality: { score: null, known: 0, parts: [] },
  ...more,
});
const LISTED = { items: [revision("rev_3"), revision("rev_2", { label: "Launch" }), revision("rev_1", { origin: "template" })], next_cursor: null };
const FILE = { path: "src/a.ts", old_path: null, status: "modified", additions: 1, deletions: 2, binary: false, folded: false, hunks: [] };
const WORKSPACE = { app: { id: "app_1", name: "Salon", published_revision_id: "rev_2" }, draft: { id: "rev_3" }, pending_diffs: [] } as unknown as Workspace;

/** Whatever is watched is in sight. */
class SeesAll {
  constructor(private readonly told: IntersectionObserverCallback) {}
  observe() {
    this.told([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
  }
  disconnect() {}
}

function Pane({ from }: { from: HistoryPlace }) {
  const [place, setPlace] = useState(from);
  return <HistoryPane workspace={WORKSPACE} place={place} onPlace={setPlace} />;
}
const open = (answers: Answers, from: HistoryPlace = {}) => show(<Pane from={from} />, { [`GET ${B}/revisions`]: () => LISTED, ...answers });
const button = (name: string | RegExp) => screen.findByRole("button", { name, hidden: true });
const posts = (asked: { route: string }[]) => asked.filter(({ route }) => !route.startsWith("GET")).map(({ route }) => route);

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  vi.stubGlobal("IntersectionObserver", SeesAll);
});

describe("the history", () => {
  it("names each revision, and which of them is the app and which is online", async () => {
    await open({});
    const rows = (await screen.findAllByRole("listitem")).map((row) => row.textContent);
    expect(rows[0]).toContain("Message of rev_3Now");
    expect(rows[1]).toContain("LaunchLive");
    expect(rows[2]).toContain("Starter");
  });

  it("says how good each is, as far as it is known", async () => {
    await open({ [`GET ${B}/revisions`]: () => ({ items: [revision("rev_3", { quality: { ...QUALITY, known: 100 } }), revision("rev_2", { quality: QUALITY }), revision("rev_1")], next_cursor: null }) });
    const rows = (await screen.findAllByRole("listitem")).map((row) => row.textContent);
    expect(rows[0]).toContain("Quality 90 of 100");
    expect(rows[0]).not.toContain("as far as");
    expect(rows[1]).toContain("Quality 90 of 100, as far as known (20%)");
    expect(rows[2]).not.toContain("Quality");
  });

  it("opens into the parts of that, and says why one is not known", async () => {
    await open({ [`GET ${B}/revisions/rev_2`]: () => revision("rev_2", { quality: QUALITY }) }, { revision: "rev_2" });
    fireEvent.click(await screen.findByText(/^Quality 90/));
    const said = screen.getAllByRole("definition").map((one) => one.textContent);
    expect(said).toEqual(["10 of 10", "8 of 10 (1 found)", "Not known. Its build was lost.", "Not known. It has no acceptance checks.", "Not known. Nobody has looked: it is examined when somebody opens Publish."]);
  });

  it("shows what each looked like, and of none what another looked like", async () => {
    const face = (shown: string) => () => ({ revision_id: shown, content: "UklGRg==" });
    const items = LISTED.items.map((one) => ({ ...one, app_id: "app_1" }));
    await open({ [`GET ${B}/revisions`]: () => ({ items, next_cursor: null }), [`GET ${B}/revisions/rev_3/thumbnail`]: face("rev_3"), [`GET ${B}/revisions/rev_2/thumbnail`]: face("rev_1"), [`GET ${B}/revisions/rev_1/thumbnail`]: face("rev_1") });
    const pictures = () => screen.getAllByRole("listitem").map((row) => row.querySelectorAll("img").length);
    await waitFor(() => expect(pictures()).toEqual([1, 0, 1]));
  });

  it("says what the server made in the person's language, and names whoever is signed in by you", async () => {
    const made = [revision("rev_3", { origin: "restore", message: "Restore Start from the React template", created_by: "me" })];
    const pane = (
      <MessagesContext value={de}>
        <Pane from={{}} />
      </MessagesContext>
    );
    await show(pane, { [`GET ${B}/revisions`]: () => ({ items: made, next_cursor: null }), "GET /me": () => ({ subject: "me" }) });
    expect(await screen.findByText("Wiederhergestellt: Begonnen mit der Vorlage React")).toBeTruthy();
    expect(await screen.findByText("Von dir wiederhergestellt")).toBeTruthy();
  });

  it("names a change of the agent by what was wished, says what came of it, and once who did it for whom", async () => {
    const asked = { prompt: "Make it blue. And calm, please.", message: "The page is blue." };
    const made = [
      revision("rev_5", { ...asked, created_by: "me" }),
      revision("rev_4", { ...asked, created_by: "ann" }),
      revision("rev_3", { ...asked, label: "Launch" }),
      revision("rev_2", { ...asked, origin: "diff", message: "As I wrote it" }),
      revision("rev_1", { prompt: null, created_by: "self-repair" }),
    ];
    await open({ [`GET ${B}/revisions`]: () => ({ items: made, next_cursor: null }), "GET /me": () => ({ subject: "me" }) });
    await screen.findByText("Agent, for you");
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
    expect(rows[0]).toMatch(/^Make it blue(Now|Live)?The page is blueAgent, for you/);
    expect(rows[1]).toContain("Agent, for ann");
    expect(rows[2]).toContain("LaunchNowMake it blueAgent, for someone");
    expect(rows[3]).toContain("As I wrote itLiveMake it blueAgent, kept by someone");
    expect(rows[4]).toMatch(/^Message of rev_1Agent, by itself/);
  });

  it("that cannot be read offers to try again, and does not look empty", async () => {
    await open({ [`GET ${B}/revisions`]: () => new Refusal(500, { code: "INTERNAL", status: 500 }) });
    expect(await button("Try again")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("Nothing of it is lost");
  });

  it("restores a revision after it has shown what that changes", async () => {
    const asked = await open({
      [`GET ${B}/revisions/rev_1`]: () => revision("rev_1"),
      [`GET ${B}/revisions/rev_1/diff`]: () => ({ files: [FILE], patch: "", truncated: false }),
      [`POST ${B}/revisions/rev_1/restore`]: () => revision("rev_4", { origin: "restore" }),
    });
    fireEvent.click(await button(/Message of rev_1/));
    fireEvent.click(await button("Restore"));
    expect((await screen.findByRole("list", { name: "What changes in the app", hidden: true })).textContent).toContain("src/a.ts");
    expect(posts(asked)).toEqual([]);
    fireEvent.click(screen.getAllByRole("button", { name: "Restore", hidden: true }).at(-1) as HTMLElement);
    await waitFor(() => expect(posts(asked)).toEqual([`POST ${B}/revisions/rev_1/restore`]));
    expect(await button(/Message of rev_3/)).toBeTruthy();
  });

  it("does not restore what is there already", async () => {
    const asked = await open({ [`GET ${B}/revisions/rev_1`]: () => revision("rev_1"), [`GET ${B}/revisions/rev_1/diff`]: () => ({ files: [], patch: "" }) }, { revision: "rev_1" });
    fireEvent.click(await button("Restore"));
    await screen.findByText("The app is exactly so already.");
    fireEvent.click(screen.getAllByRole("button", { name: "Restore", hidden: true }).at(-1) as HTMLElement);
    expect(posts(asked)).toEqual([]);
  });
});

describe("an older revision", () => {
  const read = {
    [`GET ${B}/revisions/rev_1`]: () => revision("rev_1"),
    [`GET ${B}/revisions/rev_1/diff`]: () => ({ files: [FILE, { ...FILE, path: "package-lock.json", folded: true }], patch: "" }),
  };

  it("gives one file back after a second word, and no lockfile", async () => {
    const asked = await open({ ...read, [`POST ${B}/revert-file`]: () => revision("rev_4") }, { revision: "rev_1" });
    fireEvent.click(await button("Bring this file back"));
    expect(posts(asked)).toEqual([]);
    fireEvent.click(await button("Bring this file back"));
    expect(await screen.findByText("It is back, as a new revision.")).toBeTruthy();
    expect(asked).toContainEqual({ route: `POST ${B}/revert-file`, body: { path: "src/a.ts", revision_id: "rev_1" } });
  });

  it("says what changed and why when it is asked", async () => {
    const said = { summary: "Message of rev_1", rationale: "# Named\n\nBecause **you** said so.", assumptions: ["It is a salon"], files: [{ sentence: "a.ts changed." }], text: "" };
    const asked = await open({ ...read, [`POST ${B}/explain`]: () => said }, { revision: "rev_1" });
    const words = (await screen.findByText("What changed, and why")).closest("details") as HTMLDetailsElement;
    expect(posts(asked)).toEqual([]);
    words.open = true;
    fireEvent(words, new Event("toggle"));
    expect((await screen.findByText("you")).tagName).toBe("STRONG");
    expect(screen.queryByRole("heading", { name: "Named" })).toBeNull();
    expect(words.textContent).toMatch(/Named\s*Because you said so\.\s*Assumed\s*It is a salon\s*What changed\s*a\.ts changed\./);
    expect(words.textContent).not.toContain("Message of rev_1");
  });
});

describe("an undo", () => {
  const line = (id: string) => ({ ...revision(id), build_status: undefined, quality: undefined });
  const file = { ...FILE, folded: undefined, hunks: undefined };
  const plan = { undoes: line("rev_2"), files: [file], later: [line("rev_3")], applies: true, conflicts: [], revision: null };

  it("shows what goes and what stays before it is done", async () => {
    const asked = await open({ [UNDO]: () => plan }, { undo: true });
    expect(await screen.findByText('This takes back "Message of rev_2":')).toBeTruthy();
    expect(screen.getByText("What came after it stays:").parentElement?.textContent).toContain("Message of rev_3");
    fireEvent.click(await button("Undo"));
    await waitFor(() => expect(screen.queryByRole("dialog", { hidden: true })).toBeNull());
    expect(posts(asked)).toEqual([UNDO, UNDO]);
  });

  it("says which files clash, or that there is nothing to undo, and then offers none", async () => {
    await open({ [UNDO]: () => ({ ...plan, applies: false, conflicts: ["src/b.ts"] }) }, { undo: true });
    expect((await screen.findByRole("alert", { hidden: true })).textContent).toContain("src/b.ts");
    expect(screen.queryByRole("button", { name: "Undo", hidden: true })).toBeNull();
    cleanup();
    await open({}, { undo: true });
    expect(await screen.findByText("There is no change by the agent to undo.")).toBeTruthy();
  });
});

describe("publications", () => {
  const made = (seq: number, revision_id: string | null, at: string | null, url: string | null = null) => ({ seq, revision_id, at, by: "someone", url });

  it("say what was online when, and are put back after a second word", async () => {
    const asked = await open({
      "GET /admin/apps/app_1/publications": () => ({
        items: [made(3, "rev_2", "2026-01-03T10:00:00Z", "http://salon--rev-2.test/"), made(2, null, "2026-01-02T10:00:00Z"), made(0, "rev_0abcdef", null)],
      }),
      "POST /admin/apps/app_1/rollback": (body) => ({ revision_id: (body as { revision_id: string }).revision_id }),
    });
    fireEvent.click(screen.getByRole("tab", { name: "Publications" }));
    await screen.findByText("Revision abcdef");
    const rows = screen.getAllByRole("listitem").map((row) => row.textContent ?? "");
    expect(rows.find((row) => row.includes("Launch"))).toContain("Live");
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["http://salon--rev-2.test/"]);
    expect(rows.find((row) => row.includes("Taken offline"))).not.toContain("Put back");
    expect(rows.find((row) => row.includes("abcdef"))).toContain("Earlier");
    fireEvent.click(await button("Put back online"));
    expect(posts(asked)).toEqual([]);
    fireEvent.click(await button("Put back online"));
    await waitFor(() => expect(asked).toContainEqual({ route: "POST /admin/apps/app_1/rollback", body: { revision_id: "rev_0abcdef" } }));
  });
});
