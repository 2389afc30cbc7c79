import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ProblemError, type Schemas } from "@/data/api";
import type { App } from "@/data/apps";
import { type Session, SessionContext } from "@/data/session";
import { GitDialog } from "@/features/delivery/GitDialog";
import { GitFault } from "@/features/delivery/GitFault";
import { de } from "@/messages/de";
import { de as gitDe } from "@/messages/git/de";
import { en as gitEn } from "@/messages/git/en";
import { MessagesContext } from "@/messages/useMessages";
import { type Answers, Refusal, show } from "@/testing/show";

const EXPORT = "GET /admin/apps/app_1/builder/export";
const GIT = "/admin/apps/app_1/builder/git";
const OFFER = "POST /admin/apps/app_1/builder/export/pull-request";
const app = { id: "app_1", name: "Rosa", slug: "rosa" } as App;
const AT = "2026-11-26T01:00:00Z";
const none = {
  url: "", forge: null, api_url: null, token_end: "", github_app: "", connected_by: "", updated_at: null, last_push: null, pull_request: null, connected: false, by_code: false,
};
const there = {
  ...none, url: "https://git.example.com/ann/shop.git", forge: "forgejo", token_end: "0042", connected: true, updated_at: AT,
  last_push: { branch: "chatbuilder/rosa-1", commit: "a".repeat(40), revision_id: "rev_1", at: AT },
};
const status = { empty: false, default_branch: "main", unpushed: 2, revisions: 5 };
const offered = {
  number: 7, url: "https://git.example.com/ann/shop/pulls/7", title: "Salon", state: "open", branch: "mine", base: "main", commit: "a".repeat(40),
  checks: [{ name: "build", state: "failed", url: null }],
};
const pushed = { branch: "mine", commit: "a".repeat(40), created: true, pushed_commits: 2, url: "https://git.example.com/ann/shop" };
const assign = vi.fn();
const opened = vi.fn();
const open = (answers: Answers) =>
  show(
    <SessionContext value={{ api: "https://api.test/v1" } as Session}>
      <GitDialog app={app} onClose={() => undefined} onDiff={opened} />
    </SessionContext>,
    { [`GET ${GIT}`]: () => none, ...answers },
  );
const connected = (answers: Answers = {}, over = {}) =>
  open({ [`GET ${GIT}`]: () => ({ ...there, ...over }), [`GET ${GIT}/status`]: () => status, [`GET ${GIT}/pull-request`]: () => offered, ...answers });
const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name, hidden: true }));
const refusal = (code: string, detail = "In the server's words.") => () => new Refusal(422, { code, detail });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= vi.fn();
  assign.mockClear();
  vi.stubGlobal("location", { ...location, assign });
});

describe("the project as files", () => {
  it("has the files packed and saves them", async () => {
    await open({ [EXPORT]: () => ({ url: "https://files.test/rosa.zip", file_name: "rosa.zip", revision_id: "rev_1", seconds: 600 }) });
    await press("Download zip");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("https://files.test/rosa.zip"));
  });

  it("says how it is cloned, and where a key is made", async () => {
    await open({});
    expect(screen.getByText("git clone https://api.test/v1/git/app_1.git rosa")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Make an API key", hidden: true }).getAttribute("href")).toBe("/account");
  });

  it("says why there is no file", async () => {
    await open({ [EXPORT]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "The storage is away." }) });
    await press("Download bundle");
    expect(await screen.findByText("The storage is away.")).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });
});

describe("a repository of one's own", () => {
  it("explains itself while there is none, and connects one", async () => {
    const asked = await open({ [`PUT ${GIT}`]: () => there });
    expect(await screen.findByText(gitEn.own.empty)).toBeTruthy();
    const token = await screen.findByLabelText("Token");
    expect(token.getAttribute("type")).toBe("password");
    expect(screen.getByText(/Contents, read and write/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Kind of host"), { target: { value: "forgejo" } });
    expect(screen.getByText(/write:repository/)).toBeTruthy();
    fireEvent.change(screen.getByLabelText("Address of the repository"), { target: { value: " https://git.example.com/ann/shop.git " } });
    fireEvent.change(token, { target: { value: "token-of-ann" } });
    await press("Connect");
    await waitFor(() => expect(asked.map(({ route }) => route)).toContain(`PUT ${GIT}`));
    const wish = asked.find(({ route }) => route === `PUT ${GIT}`)?.body;
    expect(wish).toEqual({ url: "https://git.example.com/ann/shop.git", token: "token-of-ann", forge: "forgejo" });
  });

  it("connects by an application of GitHub's, whose key is sent and not shown again", async () => {
    const asked = await open({ [`PUT ${GIT}`]: () => ({ ...there, forge: "github", token_end: "", github_app: "4711" }) });
    fireEvent.change(await screen.findByLabelText("Kind of host"), { target: { value: "app" } });
    const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fill("Address of the repository", "https://github.com/ann/shop.git");
    fill("App ID", "4711");
    fill("Private key of the app (PEM)", "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----");
    await press("Connect");
    await waitFor(() => expect(asked.map(({ route }) => route)).toContain(`PUT ${GIT}`));
    expect(asked.find(({ route }) => route === `PUT ${GIT}`)?.body).toEqual({
      url: "https://github.com/ann/shop.git",
      forge: "github",
      github_app: { id: "4711", private_key: "-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n" },
    });
  });

  it("connects by a code where the server can", async () => {
    let agreed = false;
    const begun = { user_code: "WDJB-MJHT", page: "https://github.com/login/device", handle: "00", interval: 1, seconds: 900 };
    await open({
      [`GET ${GIT}`]: () => (agreed ? { ...there, forge: "github" } : { ...none, by_code: true }),
      [`GET ${GIT}/status`]: () => status,
      [`POST ${GIT}/device`]: () => begun,
      [`POST ${GIT}/device/poll`]: () => {
        agreed = true;
        return { connected: true, interval: null };
      },
    });
    fireEvent.change((await screen.findAllByLabelText("Address of the repository"))[0] as HTMLElement, { target: { value: "https://github.com/ann/shop" } });
    await press("Sign in at GitHub");
    expect(await screen.findByText("ends in 0042")).toBeTruthy();
  });

  it("shows how it stands: branch, last push, pull request and its checks", async () => {
    await connected({}, { pull_request: 7 });
    expect(await screen.findByText("2 revisions are not there yet.")).toBeTruthy();
    expect(screen.getByText("chatbuilder/rosa-1")).toBeTruthy();
    expect(screen.getByText("ends in 0042")).toBeTruthy();
    expect((await screen.findByRole("link", { name: "Pull request #7", hidden: true })).getAttribute("href")).toBe(offered.url);
    expect(screen.getByText(/build\s*: failed/)).toBeTruthy();
    await waitFor(() => expect((screen.getByLabelText("Branch") as HTMLInputElement).value).toBe("mine"));
  });

  it("pushes to the branch that is named, or to none", async () => {
    const asked = await connected({ [`POST ${GIT}/push`]: () => pushed });
    await press("Push");
    expect(await screen.findByText("Pushed 2 revisions to mine.")).toBeTruthy();
    expect(asked.find(({ route }) => route.endsWith("/push"))?.body).toEqual({ branch: null });
  });

  it("opens a pull request, or says in the host's words why not", async () => {
    const { url, branch, commit } = pushed;
    const made = { url, number: 8, created: true, branch, base: "main", commit, pushed_commits: 1 };
    let answer: () => unknown = refusal("PULL_REQUEST_REFUSED", "No commits between main and mine");
    await connected({ [OFFER]: () => answer() });
    await press("Open a pull request");
    expect(await screen.findByText(/No commits between main and mine/)).toBeTruthy();
    answer = () => made;
    await press("Open a pull request");
    expect(await screen.findByText("Pull request #8 is open.")).toBeTruthy();
  });

  it("says that a token is refused, and takes another one", async () => {
    const asked = await connected({ [`GET ${GIT}/status`]: refusal("GIT_UNAUTHORIZED"), [`PUT ${GIT}`]: () => there });
    expect(await screen.findByText(/allows too little/)).toBeTruthy();
    await press("Another token");
    fireEvent.change(screen.getByLabelText("Token"), { target: { value: "a-new-token" } });
    await press("Save token");
    await waitFor(() => expect(asked.find(({ route }) => route === `PUT ${GIT}`)?.body).toMatchObject({ url: there.url, token: "a-new-token" }));
  });

  it("pulls as a proposal, and asks whose files to take where both changed the same", async () => {
    const clash = { code: "MERGE_CONFLICT", detail: "", diagnostics: [{ severity: "error", code: "MERGE_CONFLICT", message: "src/a.ts was changed on both sides.", path: "src/a.ts" }] };
    const done = { branch: "main", commit: "b".repeat(40), diff_id: "dif_1", left_out: [] };
    const asked = await connected({ [`POST ${GIT}/pull`]: (body) => ((body as { take: string | null }).take ? done : new Refusal(409, clash)) });
    await press("Pull changes");
    expect(await screen.findByText("src/a.ts was changed on both sides.")).toBeTruthy();
    await press("Take the repository's files there");
    await waitFor(() => expect(opened).toHaveBeenCalledWith("dif_1"));
    expect(asked.filter(({ route }) => route.endsWith("/pull")).map(({ body }) => body)).toEqual([{ take: null }, { take: "repository" }]);
  });

  it("is disconnected after a second word", async () => {
    const asked = await connected({ [`DELETE ${GIT}`]: () => null });
    await press("Disconnect");
    expect(asked.some(({ route }) => route.startsWith("DELETE"))).toBe(false);
    await press("Disconnect");
    await waitFor(() => expect(asked.map(({ route }) => route)).toContain(`DELETE ${GIT}`));
  });

  it("names a failure to load as one, and not as none", async () => {
    await open({ [`GET ${GIT}`]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect(await screen.findByText(gitEn.own.loadFailed)).toBeTruthy();
    expect(screen.queryByLabelText("Token")).toBeNull();
  });

  it.each(Object.keys(gitEn.faults) as (keyof typeof gitDe.faults)[])("has German words and a next step for %s", async (code) => {
    const error = new ProblemError({ code, detail: "", status: 422, request_id: "req_1" } as Schemas["Problem"], new Response());
    await show(<MessagesContext value={de}><GitFault title="" error={error} /></MessagesContext>, {});
    const { what, next } = gitDe.faults[code];
    const said = await screen.findByRole("alert", { hidden: true });
    expect(said.textContent).toContain(what);
    expect(said.textContent).toContain(next);
  });
});
