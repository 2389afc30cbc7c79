import { innerFrame } from "@/ui/frameShell";

/** A page that takes the focus this soon after loading does so by itself. */
const FRESH_MS = 1000;
/** Whoever wrote this recently still writes. */
const PAUSE_MS = 400;
/** How long a browser reports a user as active after a press, here or in a frame. */
const ACTIVE_MS = 5000;
/** A move of the pointer over a frame may be reported that much later than the press that follows it. */
const LATE_MS = 20;

/** A page that takes the focus so often within this time fights for it: each time a key may be lost. */
const MOST = 4;
const FIGHT_MS = 2000;
/** What a frame hears then. */
export const FIGHT = "focusfight";

const TEXT = "input, textarea, [contenteditable]";

interface Act {
  kind: "press" | "key" | "tab";
  at: number;
  event?: Event | undefined;
}

const NONE: Act = { kind: "press", at: Number.NEGATIVE_INFINITY };

/** The last thing that the user did in the Studio. */
let act = NONE;
/** What the pointer was last seen over; unknown until it moves. */
let over: Element | null = null;
/** The frame that the pointer moved into after that act. */
let entered: Element | null = null;
let left: { element: HTMLElement | null; at: number } = { element: null, at: NONE.at };
const loads = new WeakMap<Element, number>();
/** When each frame took the focus without the user. */
const thefts = new WeakMap<Element, number[]>();
/** Frames that did so later than while they loaded. */
const thieves = new WeakSet<Element>();

const msSince = (at: number) => performance.now() - at;

/**
 * Keeps the keyboard where the user's last act put it: a frame gets the focus by Tab or a press, not by itself.
 *
 * A press in a page of another origin leaves no event here. What shows it is that the pointer moved into its frame after
 * the last act in the Studio, or that the browser reports an active user where the Studio has seen none.
 */
export function keepFocus(): () => void {
  const leaving = new AbortController();
  const options = { signal: leaving.signal, capture: true, passive: true };
  const on = <K extends keyof DocumentEventMap>(name: K, react: (event: DocumentEventMap[K]) => void) => document.addEventListener(name, react, options);
  on("load", ({ target }) => isFrame(target) && loads.set(target, performance.now()));
  on("keydown", (event) => noteAct(event.key === "Tab" ? "tab" : "key", event));
  on("pointerdown", () => noteAct("press"));
  on("pointerover", ({ target }) => {
    over = target as Element;
    entered = isFrame(target) ? target : null;
  });
  on("focusin", ({ target }) => !isFrame(target) && noteArrival());
  on("focusout", ({ target }) => (left = { element: target as HTMLElement, at: performance.now() }));
  window.addEventListener("blur", judgeMove, options);
  return () => leaving.abort();
}

/** The Studio's own way into a frame. */
export function enterFrame(frame: HTMLIFrameElement | undefined): void {
  noteAct("tab");
  const inner = innerFrame(frame ?? null) ?? frame;
  inner?.focus();
}

function isFrame(target: unknown): target is HTMLIFrameElement {
  return target instanceof HTMLIFrameElement;
}

function noteAct(kind: Act["kind"], event?: Event): void {
  act = { kind, at: performance.now(), event };
  entered = null;
}

/** A Tab that reached a part of the Studio does not lead into a frame as well. */
function noteArrival(): void {
  entered = null;
  if (act.kind === "tab") act = NONE;
}

function judgeMove(): void {
  const frame = document.activeElement;
  if (!isFrame(frame)) return;
  const before = msSince(left.at) < 100 ? left.element : null;
  // Not now: while the focus is on its way into the frame the keys would go there all the same.
  setTimeout(() => document.activeElement === frame && isTaken(frame, before) && takeBack(frame, before), isWriting() || fights(frame) ? 0 : LATE_MS);
}

const fights = (frame: Element) => msSince(thefts.get(frame)?.at(-1) ?? NONE.at) < FIGHT_MS;

function takeBack(frame: HTMLIFrameElement, before: HTMLElement | null): void {
  const recent = [...(thefts.get(frame) ?? []), performance.now()].slice(-MOST);
  thefts.set(frame, recent);
  if (!isFresh(frame)) thieves.add(frame);
  if (recent.length === MOST && msSince(recent[0]!) < FIGHT_MS) frame.dispatchEvent(new Event(FIGHT));
  frame.blur();
  before?.focus({ preventScroll: true });
}

function isTaken(frame: HTMLIFrameElement, before: HTMLElement | null): boolean {
  const isActive = navigator.userActivation?.isActive;
  if (act.kind === "tab" && msSince(act.at) < PAUSE_MS) return !!act.event?.defaultPrevented;
  if (isActive === false) return true;
  if (isActive && msSince(act.at) > ACTIVE_MS) return false;
  if (act.kind === "press" && !before?.matches(TEXT)) return false;
  if (isWriting()) return true;
  if (entered === frame) return false;
  // What is left may be a press that nothing shows. A page that was caught before does not get the benefit of the doubt.
  return msSince(act.at) < PAUSE_MS || isFresh(frame) || thieves.has(frame) || !mayPress(frame);
}

const isWriting = () => act.kind === "key" && msSince(act.at) < PAUSE_MS;

/** A frame that has not loaded yet is about to. */
const isFresh = (frame: Element) => msSince(loads.get(frame) ?? performance.now()) < FRESH_MS;

/** The pointer rests on the frame, was never seen, or may be a finger, which leaves no trace outside the frame. */
function mayPress(frame: Element): boolean {
  return over === null || over === frame || (window.matchMedia?.("(any-pointer: coarse)").matches ?? false);
}
