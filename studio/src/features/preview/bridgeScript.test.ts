import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import { isHello, readNews } from "@/domain/bridge";

const STUDIO = "http://127.0.0.1:8600";
const SCRIPT = ["picker.js", "recorder.js", "storage.js", "bridge.js"].map((name) => readFileSync(`../shared/reporter/${name}`, "utf8")).join("\n");

/** Whether somebody has just pressed something in the page, or is there. */
const here = { isActive: false };
let hasFocus = false;
let Element: { prototype: { focus?: () => void } } = class {};

/** Runs the script of a preview's page in a page framed by `around`; what the page around hears, and a way to speak to it. */
function framed(around: string, studio = STUDIO, title = "Rosa") {
  const listeners: ((event: object) => void)[] = [];
  const parent = { postMessage: vi.fn() };
  const page = Object.create(window, {
    parent: { value: { parent } },
    top: { value: parent },
    addEventListener: { value: (name: string, act: (event: object) => void) => name === "message" && listeners.push(act) },
    setTimeout: { value: setTimeout },
    fetch: { value: async () => ({ status: 404 }), writable: true },
    navigation: { value: undefined },
    navigator: { value: { userActivation: here } },
    HTMLElement: { value: Element },
  });
  const said = { ...console, log: vi.fn() };
  const script = { dataset: { studio }, remove: vi.fn() };
  const site = Object.create(document, { currentScript: { value: script }, title: { value: title }, querySelector: { value: () => null }, body: { value: null }, hasFocus: { value: () => hasFocus } });
  const place = { pathname: "/a", search: "", hash: "", ancestorOrigins: [around, around], origin: "http://rev.preview.localhost:1" };
  new Function("window", "document", "location", "console", "history", "XMLHttpRequest", SCRIPT)(page, site, place, said, { pushState() {}, replaceState() {} }, class { open() {} });
  const speak = (event: object) => listeners.forEach((act) => act({ stopImmediatePropagation() {}, ...event }));
  return { parent, said, page, speak, script };
}

it("greets the Studio around it, by exact origin, and nobody else", () => {
  const { parent, script } = framed(STUDIO);
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ chatbuilder: "hello" }), STUDIO);
  expect(isHello(parent.postMessage.mock.calls[0]![0])).toBe(true);
  expect(script.remove).toHaveBeenCalled();
  expect(framed("http://127.0.0.1:8601").parent.postMessage).not.toHaveBeenCalled();
  expect(framed(STUDIO, "").parent.postMessage).not.toHaveBeenCalled();
});

it("takes one port of that window and origin, and says what the Studio can read", async () => {
  const { parent, said, page, speak } = framed(STUDIO);
  const own = said.log;
  const stranger = new MessageChannel();
  const channel = new MessageChannel();
  const heard: unknown[] = [];
  channel.port1.onmessage = ({ data }) => heard.push(data);
  said.log("hello", { a: 1 });
  await page.fetch("http://rev.preview.localhost:1/x?secret=1");
  speak({ source: {}, origin: STUDIO, data: { chatbuilder: "port" }, ports: [stranger.port2] });
  speak({ source: parent, origin: "http://evil.example", data: { chatbuilder: "port" }, ports: [stranger.port2] });
  speak({ source: parent, origin: STUDIO, data: { chatbuilder: "port" }, ports: [channel.port2] });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  const news = readNews(heard[0]);
  expect(news?.place).toEqual({ path: "/a", back: false, forward: false });
  expect(news?.lines.map(({ level, text, source }) => [level, text, source])).toEqual([
    ["log", 'hello {"a":1}', ""],
    ["network", "GET 404", "http://rev.preview.localhost:1/x"],
  ]);
  expect(own).not.toBe(console.log);
  channel.port1.close();
});

it.each([
  ["Page not found", true],
  ["404", true],
  ["Seite nicht gefunden", true],
  ["4040 kinds of soup", undefined],
])("a page with the title %j says that nothing is there: %s", async (title, dead) => {
  const { parent, speak } = framed(STUDIO, STUDIO, title);
  const channel = new MessageChannel();
  const heard: unknown[] = [];
  channel.port1.onmessage = ({ data }) => heard.push(data);
  speak({ source: parent, origin: STUDIO, data: { chatbuilder: "port" }, ports: [channel.port2] });
  await vi.waitFor(() => expect(heard).toHaveLength(1));
  expect(readNews(heard[0])?.place?.dead).toBe(dead);
  channel.port1.close();
});

it("a page in which nobody is does not take the keyboard", () => {
  const focus = vi.fn();
  Element = class {};
  Element.prototype.focus = focus;
  framed(STUDIO);
  const input = Object.create(Element.prototype) as { focus: (how?: object) => void };
  input.focus();
  expect(focus).not.toHaveBeenCalled();
  hasFocus = true;
  input.focus({ preventScroll: true });
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  hasFocus = false;
  here.isActive = true;
  input.focus();
  expect(focus).toHaveBeenCalledTimes(2);
});
