import { readFileSync } from "node:fs";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AppScaffold, Scaffold } from "@/data/scaffolds";
import type { Workspace } from "@/data/workspace";
import type { Place } from "@/domain/place";
import { FeaturesPane } from "@/features/scaffolds/FeaturesPane";
import { de } from "@/messages/de";
import { MessagesContext, type Messages } from "@/messages/useMessages";
import { type Answers, Refusal, show } from "@/testing/show";

const ALL = JSON.parse(readFileSync(`${import.meta.dirname}/../../../../shared/scaffolds/scaffolds.json`, "utf8")) as Scaffold[];
const LIST = "GET /admin/apps/app_1/builder/scaffolds";
const APPLY = "POST /admin/apps/app_1/builder/scaffolds/contact";
const READ = "GET /admin/apps/app_1";
const SAVE = "PATCH /admin/apps/app_1";
const FORM = "VITE_CONTACT_FORM_URL";
const ADDRESS = "https://formspree.io/f/abc";
const PROPOSAL = { diff_id: "diff_1", placed: true, ask: null, hosts: ["formspree.io"], next: [] };
const SETTINGS = { gates: {}, limits: {}, models: {}, api_hosts: [], env: { VITE_TITLE: "Tea" } };

const onOpen = vi.fn();
const onAsk = vi.fn();

function stand(key: string, more: Partial<AppScaffold> = {}): AppScaffold {
  const scaffold = ALL.find((one) => one.key === key);
  if (!scaffold) throw new Error(key);
  const unset = scaffold.values.filter(({ required }) => required).map(({ name }) => name);
  return { scaffold, state: "available", diff_id: null, unset, hosts: [], ...more };
}

function Pane({ feature, env }: { feature: string | undefined; env: Record<string, string> }) {
  const [place, go] = useState<Place>(feature ? { tab: "features", feature } : { tab: "features" });
  const open = (next: Place) => {
    onOpen(next);
    if (next.tab === "features") go(next);
  };
  return <FeaturesPane workspace={{ app: { id: "app_1", settings: { env } } } as unknown as Workspace} feature={place.feature} onOpen={open} onAsk={onAsk} />;
}

interface Wanted {
  stands: readonly AppScaffold[];
  feature?: string;
  env?: Record<string, string>;
  words?: Messages;
}

/** The pane over a server that has these features; `stands` may be changed meanwhile. */
function open({ stands, feature, env = {}, words }: Wanted, answers: Answers = {}) {
  const pane = <Pane feature={feature} env={env} />;
  return show(words ? <MessagesContext value={words}>{pane}</MessagesContext> : pane, { [LIST]: () => ({ items: stands, next_cursor: null }), ...answers });
}

const contact = (answers: Answers = {}, more: Partial<AppScaffold> = {}) => open({ stands: [stand("contact", more)], feature: "contact" }, answers);
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const sent = (asked: { route: string; body: unknown }[], route: string) => asked.filter((one) => one.route === route).map(({ body }) => body);

beforeEach(() => void vi.clearAllMocks());

describe("the features of an app", () => {
  it("are told apart by how they stand, in words", async () => {
    await open({
      stands: [stand("contact", { state: "proposed", diff_id: "diff_1" }), stand("map", { state: "applied" }), stand("blog", { state: "applied", unset: [] }), stand("charts")],
    });
    const here = await screen.findByRole("list", { name: "In this app" });
    expect(within(here).getAllByRole("button").map((card) => card.textContent)).toEqual([
      "Contact formVisitors write to you, and a form service sends it on by e-mail.Waiting for you",
      "MapA map with your place on it.Values missing",
      "BlogArticles that you write in Markdown.Set up",
    ]);
    expect(within(screen.getByRole("list", { name: "To add" })).getAllByRole("button")).toHaveLength(1);
  });

  it("are opened, and left for all of them", async () => {
    await open({ stands: [stand("blog", { unset: [] })] });
    await press(/^Blog/);
    expect(onOpen).toHaveBeenCalledWith({ tab: "features", feature: "blog" });
    expect(await screen.findByText("It needs nothing more from you.")).toBeTruthy();
    await press("All features");
    expect(await screen.findByRole("list", { name: "To add" })).toBeTruthy();
  });

  it("that could not be loaded are a loss and no empty list", async () => {
    await open({ stands: [] }, { [LIST]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "" }) });
    expect((await screen.findByRole("alert")).textContent).toContain("The features could not be loaded.");
    expect(await button("Try again")).toBeTruthy();
  });

  it("may be none, or not the one that an address names", async () => {
    await open({ stands: [] });
    expect(await screen.findByText("There is no ready feature for this kind of app")).toBeTruthy();
    await open({ stands: [stand("blog")], feature: "teleport" });
    expect(await screen.findByText("There is no such feature.")).toBeTruthy();
  });

  it("are told in German, also the fields", async () => {
    const asked = await open({ stands: [stand("contact")], feature: "contact", words: de }, {
      [APPLY]: () => new Refusal(422, { code: "VALIDATION_FAILED", detail: "x", diagnostics: [{ severity: "warning", code: "SCAFFOLD_VALUE", message: "Address of the form: no." }] }),
    });
    expect(await screen.findByRole("heading", { name: "Kontaktformular" })).toBeTruthy();
    await type("Adresse des Formulars", ADDRESS);
    await press("Vorschlagen");
    await waitFor(async () => expect((await field("Adresse des Formulars")).getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByText("Der Server nimmt es nicht an: no.")).toBeTruthy();
    expect(sent(asked, APPLY)).toEqual([{ values: { [FORM]: ADDRESS } }]);
  });
});

describe("a feature that is not there yet", () => {
  it("says where its values are found", async () => {
    await contact();
    const link = await screen.findByRole("link", { name: "Get them at formspree.io" });
    expect([link.getAttribute("href"), link.getAttribute("rel")]).toEqual(["https://formspree.io/forms", "noopener noreferrer"]);
    const about = document.getElementById((await field("Address of the form")).getAttribute("aria-describedby") ?? "");
    expect(about?.textContent).toBe("Make a form at the service and copy its address. For example https://formspree.io/f/abcdwxyz");
  });

  it("says at the field what cannot be right, when that is left, and sends nothing then", async () => {
    const asked = await contact();
    await type("Address of the form", "formspree");
    const box = await field("Address of the form");
    expect(box.getAttribute("aria-invalid")).toBe(null);
    fireEvent.blur(box);
    expect(box.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("It must be a whole address that begins with https://.")).toBeTruthy();
    await press("Propose it");
    expect((await screen.findByRole("alert")).textContent).toBe("Mend what is marked first.");
    await waitFor(() => expect(document.activeElement).toBe(box));
    expect(sent(asked, APPLY)).toEqual([]);
  });

  it("is proposed with its values, and leads to the proposal", async () => {
    const stands = [stand("contact")];
    const asked = await open({ stands, feature: "contact" }, {
      [APPLY]: () => {
        stands[0] = stand("contact", { state: "proposed", diff_id: "diff_1", unset: [] });
        return PROPOSAL;
      },
    });
    await type("Address of the form", `  ${ADDRESS} `);
    await press("Propose it");
    expect(await screen.findByText("It waits as a proposal")).toBeTruthy();
    expect(sent(asked, APPLY)).toEqual([{ values: { [FORM]: ADDRESS } }]);
    await waitFor(() => expect(document.activeElement?.textContent).toContain("It waits as a proposal"));
    expect(screen.getByRole("heading", { name: "What to do next" })).toBeTruthy();
    await press("Look at the proposal");
    expect(onOpen).toHaveBeenCalledWith({ tab: "changes", diff: "diff_1" });
  });

  it("is proposed without them too, and says so before", async () => {
    const asked = await contact({ [APPLY]: () => PROPOSAL });
    expect(await screen.findByText(/^Without Address of the form it can be added all the same/)).toBeTruthy();
    await press("Propose it");
    await waitFor(() => expect(sent(asked, APPLY)).toEqual([{ values: {} }]));
  });

  it("that the page has no plain place for is shown by the agent", async () => {
    const stands = [stand("blog")];
    await open({ stands, feature: "blog" }, {
      "POST /admin/apps/app_1/builder/scaffolds/blog": () => {
        stands[0] = stand("blog", { state: "proposed", diff_id: "diff_1" });
        return { ...PROPOSAL, placed: false, ask: "Show the feature in src/features/blog/." };
      },
    });
    await press("Propose it");
    await press("Ask the agent");
    expect(onAsk).toHaveBeenCalledWith("Show the feature in src/features/blog/.");
  });
});

describe("a feature that was refused", () => {
  const refuse = async (status: number, problem: object) => {
    const asked = await contact({ [APPLY]: () => new Refusal(status, { detail: "Why not.", ...problem }) });
    await press("Propose it");
    return { asked, alert: await screen.findByRole("alert") };
  };

  it.each<[number, object, string, string, Place]>([
    [409, { code: "SCAFFOLD_APPLIED", diff_id: "diff_9" }, "A proposal with it waits already.", "Look at the proposal", { tab: "changes", diff: "diff_9" }],
    [409, { code: "SCAFFOLD_APPLIED" }, "It is in your app already.", "See the app", { tab: "preview" }],
    [422, { code: "BUILDER_PATCH_POLICY_VIOLATION" }, "would break a rule", "Open the code", { tab: "code" }],
    [422, { code: "VALIDATION_FAILED" }, "It cannot be set up so, and nothing was proposed. Why not.", "Open package.json", { tab: "code", file: "package.json" }],
    [404, { code: "NOT_FOUND" }, "There is no such feature any more.", "All features", { tab: "features" }],
  ])("with %i %o says so, and where to go", async (status, problem, said, next, place) => {
    const { alert } = await refuse(status, problem);
    expect(alert.textContent).toContain(said);
    fireEvent.click(within(alert).getByRole("button", { name: next }));
    expect(onOpen).toHaveBeenCalledWith(place);
  });

  it.each<[number, object, string, string]>([
    [409, { code: "MERGE_CONFLICT", paths: ["src/features/contact/contact.ts"] }, "a file of its own at src/features/contact/contact.ts", "Please rename src/features/contact/contact.ts, and what uses it: a feature is to be set up there."],
    [
      422,
      { code: "BUILDER_COMPILE_FAILED", diagnostics: [{ severity: "error", code: "X", message: "Unexpected end", path: "src/App.tsx", line: 3 }] },
      "src/App.tsx:3 Unexpected end",
      'The feature "Contact form" cannot be set up, since the project with it does not compile. Please mend the project.',
    ],
  ])("with %i %o has ready words for the agent", async (status, problem, said, words) => {
    const { alert } = await refuse(status, problem);
    expect(alert.textContent).toContain(said);
    fireEvent.click(within(alert).getByRole("button", { name: "Ask the agent" }));
    expect(onAsk).toHaveBeenCalledWith(words);
  });

  it.each([
    [503, "DEPENDENCY_UNAVAILABLE"],
    [429, "RATE_LIMITED"],
    [500, "INTERNAL"],
  ])("with %i %s is tried again", async (status, code) => {
    const { asked, alert } = await refuse(status, { code });
    expect(alert.textContent).toContain("It was not proposed. What you typed is still here.");
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(sent(asked, APPLY)).toHaveLength(2));
  });

  it("for one of its values says so there, until that is changed", async () => {
    const message = "Address of the form: this is a key that must stay secret; take the public one.";
    await contact({ [APPLY]: () => new Refusal(422, { code: "VALIDATION_FAILED", detail: message, diagnostics: [{ severity: "warning", code: "SCAFFOLD_VALUE", message, hint: "Make a form." }] }) });
    await type("Address of the form", ADDRESS);
    await press("Propose it");
    expect(await screen.findByText(/^The server does not take it: this is a key/)).toBeTruthy();
    const box = await field("Address of the form");
    await waitFor(() => expect(document.activeElement).toBe(box));
    await type("Address of the form", `${ADDRESS}d`);
    expect(box.getAttribute("aria-invalid")).toBe(null);
    expect(box.value).toBe(`${ADDRESS}d`);
  });
});

describe("a feature that is there", () => {
  it("names the values that it waits for, and saves them over what else is set", async () => {
    const stands = [stand("contact", { state: "applied" })];
    const asked = await open({ stands, feature: "contact", env: { VITE_OLD: "1" } }, {
      [READ]: () => ({ id: "app_1", settings: SETTINGS }),
      [SAVE]: (body) => {
        stands[0] = stand("contact", { state: "applied", unset: [] });
        return { id: "app_1", ...(body as object) };
      },
    });
    expect(await screen.findByText("Still missing: Address of the form")).toBeTruthy();
    expect((await button("Save the values")).getAttribute("aria-disabled")).toBe("true");
    await type("Address of the form", ADDRESS);
    await press("Save the values");
    expect(await screen.findByText("Saved. The draft is built again with them.")).toBeTruthy();
    expect(sent(asked, SAVE)).toEqual([{ settings: { ...SETTINGS, env: { VITE_TITLE: "Tea", [FORM]: ADDRESS } } }]);
    expect(await screen.findByText("It is part of your app")).toBeTruthy();
    await press("See the app");
    expect(onOpen).toHaveBeenCalledWith({ tab: "preview" });
  });

  it("has a value taken away when its field is emptied", async () => {
    const asked = await open({ stands: [stand("contact", { state: "applied", unset: [] })], feature: "contact", env: { [FORM]: ADDRESS } }, {
      [READ]: () => ({ id: "app_1", settings: { ...SETTINGS, env: { [FORM]: ADDRESS, VITE_EMPTY: "" } } }),
      [SAVE]: (body) => ({ id: "app_1", ...(body as object) }),
    });
    expect((await field("Address of the form")).value).toBe(ADDRESS);
    await type("Address of the form", "");
    await press("Save the values");
    await waitFor(() => expect(sent(asked, SAVE)).toEqual([{ settings: { ...SETTINGS, env: { VITE_EMPTY: "" } } }]));
  });

  it("says when its values were not saved, keeps them, and tries again", async () => {
    const asked = await contact(
      { [READ]: () => ({ id: "app_1", settings: SETTINGS }), [SAVE]: () => new Refusal(503, { code: "DEPENDENCY_UNAVAILABLE", detail: "The storage is away." }) },
      { state: "applied" },
    );
    await type("Address of the form", ADDRESS);
    await press("Save the values");
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain("The values were not saved. What you typed is still here. The storage is away.");
    expect((await field("Address of the form")).value).toBe(ADDRESS);
    fireEvent.click(within(alert).getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(sent(asked, SAVE)).toHaveLength(2));
  });
});
