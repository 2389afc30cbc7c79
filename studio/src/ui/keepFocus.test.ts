import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enterFrame, keepFocus } from "@/ui/keepFocus";

let stop = () => {};
let hours = 0;
let box: HTMLTextAreaElement;
let frame: HTMLIFrameElement;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
  pass((hours += 1) * 3_600_000);
  document.body.innerHTML = "<textarea></textarea><iframe tabindex=0></iframe>";
  box = document.querySelector("textarea") as HTMLTextAreaElement;
  frame = document.querySelector("iframe") as HTMLIFrameElement;
  stop = keepFocus();
  box.focus();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const press = (key: string) => document.dispatchEvent(new KeyboardEvent("keydown", { key }));
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const load = () => frame.dispatchEvent(new Event("load", { bubbles: true }));
/** The focus goes into the frame, and this is where it is then. */
async function into(): Promise<Element | null> {
  frame.focus();
  window.dispatchEvent(new Event("blur"));
  await new Promise((done) => setTimeout(done));
  return document.activeElement;
}

const active = (isActive: boolean) => vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { userActivation: { isActive } }));

it("a page that takes the focus as it loads, or a moment after, gives it back to where one wrote", async () => {
  active(false);
  expect(await into()).toBe(box);
  load();
  pass(900);
  expect(await into()).toBe(box);
  press("a");
  pass(4500);
  load();
  active(true);
  expect(await into()).toBe(box);
});

it("a page gives the focus back to who is writing, whenever it takes it", async () => {
  load();
  pass(60_000);
  press("a");
  expect(await into()).toBe(box);
});

it("a page that was loaded a while ago is gone to by its person", async () => {
  load();
  pass(1100);
  expect(await into()).toBe(frame);
});

it("a page is gone to by a press in it, by key, and by the Studio itself", async () => {
  active(true);
  expect(await into()).toBe(frame);
  box.focus();
  press("Tab");
  expect(await into()).toBe(frame);
  box.focus();
  pass(10_000);
  active(false);
  enterFrame(frame);
  expect(await into()).toBe(frame);
});

it("a page keeps it where nobody wrote, and somebody has just pressed something", async () => {
  box.blur();
  pass(200);
  document.dispatchEvent(new Event("pointerdown"));
  expect(await into()).toBe(frame);
});

it("a page that fights for the focus has it in the end, until somebody writes again", async () => {
  press("a");
  const seen = [];
  for (let time = 0; time < 6; time += 1) seen.push(await into());
  expect(seen).toEqual([box, box, box, box, box, frame]);
  box.focus();
  press("a");
  expect(await into()).toBe(box);
});
