import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { Search } from "lucide-react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ConnectionLine } from "@/app/ConnectionLine";
import { Expired } from "@/app/Expired";
import { usePreferences } from "@/app/usePreferences";
import { NewsList } from "@/app/NewsList";
import type { Command } from "@/commands/command";
import { openApi } from "@/data/api";
import { connection, noteConnection } from "@/data/connection";
import { dropNews, type News, tellNews, tellPilot, tellPublication, useNews } from "@/data/news";
import type { AppEvent } from "@/data/happenings";
import { readAgain } from "@/data/stale";
import { KeysSheet } from "@/features/palette/KeysSheet";
import { Palette } from "@/features/palette/Palette";
import { show } from "@/testing/show";

const APP = "app_01k9yzr3n5d7t8v2w4x6y8z009";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.dispatchEvent(new Event("online"));
  act(() => noteConnection({ feed: "live", again: null, limitedUntil: null, expired: false }));
});

describe("the line about the connection", () => {
  it("says nothing while all is well, and that one is offline when one is", async () => {
    await show(<ConnectionLine />, {});
    expect(screen.getByRole("status").textContent).toBe("");
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByRole("status").textContent).toBe("You are offline. Your text is saved.");
  });

  it("counts down what the API asks for", async () => {
    await show(<ConnectionLine />, {});
    act(() => noteConnection({ limitedUntil: Date.now() + 20_000 }));
    expect(screen.getByText("Too many requests. Next try in 20 s.")).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe("Too many requests.");
  });
});

describe("a request", () => {
  const session = (renewed: string | null) => ({ token: async () => "old", renew: async () => renewed });

  it("is sent once more with a new token, and then the sign-in is not over", async () => {
    const sent: (string | null)[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      sent.push(request.headers.get("Authorization"));
      return new Response("{}", { status: sent.length === 1 ? 401 : 200, headers: { "Content-Type": "application/json" } });
    });
    await openApi("http://api.test", session("new")).GET("/me");
    expect([sent, connection().expired]).toEqual([["Bearer old", "Bearer new"], false]);
  });

  it("that no token opens ends the sign-in for the page", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 401, headers: { "Content-Type": "application/json" } }));
    await openApi("http://api.test", session("new")).GET("/me");
    expect(connection().expired).toBe(true);
    act(() => noteConnection({ expired: false }));
    await openApi("http://api.test", session(null)).GET("/me");
    expect(connection().expired).toBe(true);
  });

  it("that is one too many says for how long none is to be made", async () => {
    const headers = { "Content-Type": "application/json", "Retry-After": "30" };
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 429, headers }));
    await openApi("http://api.test", session(null)).GET("/me");
    expect((connection().limitedUntil ?? 0) - Date.now()).toBeGreaterThan(28_000);
  });
});

it("what was chosen in another tab holds in this one too", async () => {
  function Shown() {
    const { language, theme } = usePreferences();
    return <p>{`${language} ${theme}`}</p>;
  }
  await show(<Shown />, {});
  expect(screen.getByText("en system")).toBeTruthy();
  localStorage.setItem("chatbuilder.preferences", JSON.stringify({ language: "de", theme: "dark" }));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "something.else" })));
  expect(screen.getByText("en system")).toBeTruthy();
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "chatbuilder.preferences" })));
  expect(screen.getByText("de dark")).toBeTruthy();
  expect(document.documentElement.dataset["theme"]).toBe("dark");
});

it("a sign-in that is over is one screen with a way back", async () => {
  const signIn = vi.fn(async () => undefined);
  await show(<Expired signIn={signIn} />, {});
  expect(screen.queryByRole("dialog")).toBe(null);
  act(() => noteConnection({ expired: true }));
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  expect(signIn).toHaveBeenCalledTimes(1);
});

describe("news of other apps", () => {
  const waits = { kind: "run_waits", seq: 1, app_id: APP, run_id: "run_1", conversation_id: "conv_1" };
  function Shown({ open }: { open: (news: News) => void }) {
    return <NewsList news={useNews()} open={open} />;
  }

  it("name the app, lead there, and are one line a run", async () => {
    const open = vi.fn();
    await show(<Shown open={open} />, { [`GET /admin/apps/${APP}`]: () => ({ id: APP, name: "<b>Salon</b>" }) });
    const at = new Date().toISOString();
    act(() => tellNews({ ...waits, at } as AppEvent));
    expect(await screen.findByText("<b>Salon</b>: the agent waits for you.")).toBeTruthy();
    act(() => tellNews({ ...waits, at, kind: "run_ended", status: "completed" } as AppEvent));
    expect(await screen.findByText("<b>Salon</b>: the agent is done.")).toBeTruthy();
    expect(screen.getAllByRole("listitem").length).toBe(1);
    fireEvent.click(screen.getByRole("button", { name: "Open" }));
    expect(open).toHaveBeenCalledWith(expect.objectContaining({ app: APP, what: "ended" }));
    expect(screen.queryAllByRole("listitem")).toEqual([]);
    act(() => dropNews("nothing"));
  });

  it.each([
    ["a run", (at: string) => tellNews({ ...waits, at } as AppEvent), /the agent waits for you/],
    ["the autopilot", () => tellPilot(APP, "waits", "The autopilot waits for you.", "run_1"), "The autopilot waits for you."],
  ])("that %s waits stays while it does, and goes once its run has a word, wherever that was said", async (_, tell, words) => {
    let status = "awaiting_approval";
    let cache: QueryClient | undefined;
    function Page() {
      cache = useQueryClient();
      return <Shown open={() => undefined} />;
    }
    const asked = await show(<Page />, { [`GET /admin/apps/${APP}`]: () => ({ id: APP, name: "Salon" }), "GET /runs/run_1": () => ({ id: "run_1", status }) });
    const read = () => asked.filter(({ route }) => route === "GET /runs/run_1").length;
    const happens = (kind: string) => act(() => readAgain(cache as QueryClient, [{ ...waits, kind, started_by: "manager", at: "" } as AppEvent]));
    act(() => tell(new Date().toISOString()));
    expect(await screen.findByText(words)).toBeTruthy();
    await waitFor(() => expect(read()).toBe(1));
    await happens("run_waits");
    expect([read(), screen.getAllByRole("listitem").length]).toEqual([2, 1]);
    status = "running";
    await happens("run_started");
    await waitFor(() => expect(screen.queryAllByRole("listitem")).toEqual([]));
  });
});

it("a publication whose window is closed is news, with the address or with the way to try again", async () => {
  const open = vi.fn();
  function Shown() {
    return <NewsList news={useNews()} open={open} />;
  }
  await show(<Shown />, { [`GET /admin/apps/${APP}`]: () => ({ id: APP, name: "Salon" }) });
  act(() => tellPublication(APP, "http://salon.test/"));
  expect(await screen.findByText("Salon is online.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Open the live app" }).getAttribute("href")).toBe("http://salon.test/");
  act(() => tellPublication(APP, null));
  expect(await screen.findByText("Salon was not published.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Open" }));
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ app: APP, what: "notPublished" }));
});

describe("the palette", () => {
  const command = (id: string, label: string, run = vi.fn(), keys: string[] = []): Command => ({ id, label, icon: Search, keys, run });

  it("is used by keyboard alone: typed, walked, run, closed", async () => {
    const [first, second] = [vi.fn(), vi.fn()];
    const close = vi.fn();
    await show(<Palette commands={[command("a", "Open: Code", first), command("b", "Open: History", second), command("c", "Go home")]} onClose={close} />, {});
    const box = screen.getByRole("combobox");
    fireEvent.change(box, { target: { value: "open" } });
    expect(screen.getAllByRole("option").length).toBe(2);
    expect(screen.getByRole("status").textContent).toBe("2 found");
    fireEvent.keyDown(box, { key: "ArrowDown" });
    const chosen = screen.getByRole("option", { selected: true });
    expect([chosen.textContent, box.getAttribute("aria-activedescendant")]).toEqual(["Open: History", chosen.id]);
    for (const key of ["ArrowDown", "ArrowUp", "Enter"]) fireEvent.keyDown(box, { key });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    expect(close).toHaveBeenCalled();
  });

  it("says when nothing is called so, and Enter then does nothing", async () => {
    const run = vi.fn();
    await show(<Palette commands={[command("a", "Go home", run)]} onClose={() => undefined} />, {});
    const box = screen.getByRole("combobox");
    fireEvent.change(box, { target: { value: "<script>" } });
    for (const key of ["Enter", "ArrowDown"]) fireEvent.keyDown(box, { key });
    expect(screen.getByRole("status").textContent).toBe("Nothing is called that.");
    expect(run).not.toHaveBeenCalled();
  });

  it("has a sheet beside it with every key, and switches single ones on there", async () => {
    const change = vi.fn();
    const commands = [command("a", "Go home", vi.fn(), ["h"]), command("b", "Without a key"), command("c", "Show all", vi.fn(), ["mod+k"]), command("letters", "Switch them on", change)];
    await show(<KeysSheet commands={commands} letters={false} onClose={() => undefined} />, {});
    const sheet = within(screen.getByRole("dialog", { hidden: true }));
    const part = (name: string) => within(sheet.getByRole("region", { name, hidden: true })).getAllByRole("definition", { hidden: true }).map(({ textContent }) => textContent);
    expect([part("Always"), part("Single keys")]).toEqual([["CtrlK"], ["H"]]);
    expect(sheet.queryByText("Without a key")).toBe(null);
    expect(sheet.getByText(/They are off/)).toBeTruthy();
    fireEvent.click(sheet.getByText("Switch them on"));
    expect(change).toHaveBeenCalled();
  });
});
