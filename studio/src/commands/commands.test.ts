import { Search } from "lucide-react";
import { afterEach, describe, expect, it } from "vitest";
import { type Command, matching } from "@/commands/command";
import { commandOf, shownKeys } from "@/commands/keys";

const command = (id: string, label: string, ...keys: string[]): Command => ({ id, label, icon: Search, keys, run: () => undefined });
const PALETTE = command("palette", "Show all commands", "mod+k");
const HOME = command("home", "Go to your apps", "h");
const SHEET = command("keys", "Show the keyboard shortcuts", "?");
const NOT_HERE: Command = { ...command("pane", "Open: Code", "2"), available: () => false };
const ALL = [PALETTE, HOME, SHEET, NOT_HERE];

function press(key: string, over: object = {}) {
  const target = document.body;
  return { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, defaultPrevented: false, target, ...over };
}

afterEach(() => document.body.replaceChildren());

describe("keys", () => {
  it("stand for commands, with Ctrl and with Cmd", () => {
    expect(commandOf(press("k", { ctrlKey: true }), ALL, true)).toBe(PALETTE);
    expect(commandOf(press("K", { metaKey: true }), ALL, true)).toBe(PALETTE);
    expect(commandOf(press("h"), ALL, true)).toBe(HOME);
    expect(commandOf(press("?"), ALL, true)).toBe(SHEET);
  });

  it("are none where somebody writes, composes, or has switched letters off; Ctrl works all the same", () => {
    const box = document.body.appendChild(document.createElement("textarea"));
    expect(commandOf(press("h", { target: box }), ALL, true)).toBe(null);
    expect(commandOf(press("h"), ALL, false)).toBe(null);
    expect(commandOf(press("h", { isComposing: true }), ALL, true)).toBe(null);
    expect(commandOf(press("h", { altKey: true }), ALL, true)).toBe(null);
    expect(commandOf(press("h", { defaultPrevented: true }), ALL, true)).toBe(null);
    expect(commandOf(press("k", { target: box, ctrlKey: true }), ALL, false)).toBe(PALETTE);
  });

  it("are none in a text within a shadow root, of which a window hears only its host", () => {
    const host = document.body.appendChild(document.createElement("div"));
    const text = host.attachShadow({ mode: "open" }).appendChild(document.createElement("textarea"));
    expect(commandOf(press("h", { target: host, composedPath: () => [text, host] }), ALL, true)).toBe(null);
    expect(commandOf(press("h", { target: host, composedPath: () => [host] }), ALL, true)).toBe(HOME);
  });

  it("are none over an open dialog, and none for what cannot be done here", () => {
    expect(commandOf(press("2"), ALL, true)).toBe(null);
    document.body.innerHTML = "<dialog open></dialog>";
    expect(commandOf(press("h"), ALL, true)).toBe(null);
  });

  it("are written as the machine writes them", () => {
    expect([shownKeys("mod+k", true), shownKeys("mod+k", false), shownKeys("F8", false)]).toEqual([["⌘", "K"], ["Ctrl", "K"], ["F8"]]);
  });
});

describe("finding a command", () => {
  it("takes words in any order, and shows first what begins with them", () => {
    expect(matching(ALL, "").length).toBe(4);
    expect(matching(ALL, "apps your")).toEqual([HOME]);
    expect(matching(ALL, "show").map(({ id }) => id)).toEqual(["palette", "keys"]);
    expect(matching([command("a", "Then open it"), command("b", "Open it")], "open").map(({ id }) => id)).toEqual(["b", "a"]);
    expect(matching(ALL, "<script>")).toEqual([]);
  });
});
