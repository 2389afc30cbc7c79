import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { enterFrame, FIGHT, keepFocus } from "@/ui/keepFocus";

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
const over = (target: Element) => target.dispatchEvent(new Event("pointerover", { bubbles: true }));
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const load = () => frame.dispatchEvent(new Event("load", { bubbles: true }));
/** The focus goes into the frame, and this is where it is then. */
async function into(): Promise<Element | null> {
  frame.focus();
  window.dispatchEvent(new Event("blur"));
  await settled();
  return document.activeElement;
}

const settled = () => new Promise((done) => setTimeout(done, 40));

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

it("a page gets no focus in a pause of writing, however long, unless the pointer goes there", async () => {
  over(box);
  load();
  press("a");
  for (const pause of [500, 4000, 60_000]) {
    pass(pause);
    expect(await into()).toBe(box);
  }
  over(frame);
  expect(await into()).toBe(frame);
  box.focus();
  expect(await into()).toBe(box);
});

it("a pointer that moves over a page while one writes does not let the page have the keys", async () => {
  over(box);
  load();
  pass(2000);
  press("a");
  over(frame);
  expect(await into()).toBe(box);
  pass(500);
  expect(await into()).toBe(box);
  over(box);
  over(frame);
  expect(await into()).toBe(frame);
});

it("a press where the pointer rested while one wrote leads into a page that never took the focus by itself", async () => {
  load();
  pass(2000);
  over(frame);
  press("a");
  pass(500);
  expect(await into()).toBe(frame);
  box.focus();
  press("a");
  expect(await into()).toBe(box);
  pass(500);
  expect(await into()).toBe(box);
});

it("a move of the pointer that is reported after the press counts", async () => {
  over(box);
  load();
  pass(2000);
  press("a");
  pass(500);
  frame.focus();
  window.dispatchEvent(new Event("blur"));
  over(frame);
  await settled();
  expect(document.activeElement).toBe(frame);
});

it("a page gets no focus while the browser knows of no active user", async () => {
  load();
  pass(2000);
  over(frame);
  active(false);
  expect(await into()).toBe(box);
});

it("a page gets no focus after a press of a field, or by a Tab that led to a part of the Studio or that an editor used", async () => {
  box.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  pass(2000);
  expect(await into()).toBe(box);
  press("Tab");
  box.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
  expect(await into()).toBe(box);
  box.addEventListener("keydown", (event) => event.preventDefault());
  box.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true, cancelable: true }));
  expect(await into()).toBe(box);
});

it("on a touch screen a page is gone to by a tap, which nothing shows until the browser reports an active user", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  over(box);
  load();
  pass(2000);
  press("a");
  pass(500);
  expect(await into()).toBe(frame);
  box.focus();
  press("a");
  expect(await into()).toBe(box);
  pass(500);
  expect(await into()).toBe(box);
  active(true);
  pass(5000);
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

it("a page that has just taken the focus has it no longer than it takes to see that", async () => {
  over(box);
  load();
  press("a");
  pass(5000);
  expect(await into()).toBe(box);
  frame.focus();
  window.dispatchEvent(new Event("blur"));
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement).toBe(box);
});

it("a page that fights for the focus never has it, and its frame hears of the fight", async () => {
  let fights = 0;
  frame.addEventListener(FIGHT, () => (fights += 1));
  press("a");
  for (let time = 0; time < 20; time += 1) {
    expect(await into()).toBe(box);
    pass(1000);
  }
  expect(fights).toBe(0);
  for (let time = 0; time < 3; time += 1) expect(await into()).toBe(box);
  expect(fights).toBeGreaterThan(0);
});
