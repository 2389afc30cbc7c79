/** For so long after its loading a page may take the focus for itself; later it is a person who goes there. */
const FRESH_MS = 1000;
/** For so long after a key somebody is writing. */
const WRITING_MS = 400;
/** For so long a browser calls a person active who has pressed something, here or in a frame. */
const ACTIVE_MS = 5000;
/** A page that fights for the focus wins in the end: nobody writes then. */
const MOST = 5;

const NEVER = Number.NEGATIVE_INFINITY;
const loads = new WeakMap<Element, number>();
let key = { name: "", at: NEVER };
let left: { element: HTMLElement | null; at: number } = { element: null, at: NEVER };
let given = 0;

const isWithin = (ms: number, at: number) => performance.now() - at < ms;

/** Who writes in the Studio goes on writing there: a page in a frame that takes the focus by itself gives it back. */
export function keepFocus(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  document.addEventListener("load", ({ target }) => target instanceof HTMLIFrameElement && loads.set(target, performance.now()), { signal, capture: true });
  document.addEventListener("keydown", ({ key: name }) => acted(name), { signal, capture: true });
  document.addEventListener("pointerdown", () => acted("Pointer"), { signal, capture: true });
  document.addEventListener("focusout", ({ target }) => (left = { element: target as HTMLElement, at: performance.now() }), { signal });
  window.addEventListener("blur", giveBack, { signal });
  const moved = new MutationObserver((changes) => changes.forEach(({ target }) => loads.delete(target as Element)));
  moved.observe(document, { subtree: true, attributeFilter: ["src"] });
  signal.addEventListener("abort", () => moved.disconnect());
  return () => leaving.abort();
}

/** The Studio's own way into a frame. */
export function enterFrame(frame: HTMLIFrameElement | undefined): void {
  acted("Tab");
  frame?.focus();
}

function acted(name: string): void {
  key = { name, at: performance.now() };
  given = 0;
}

function giveBack(): void {
  const frame = document.activeElement;
  const before = isWithin(100, left.at) ? left.element : null;
  if (!(frame instanceof HTMLIFrameElement) || !isTaken(frame, before) || given >= MOST) return;
  given += 1;
  // While the focus is on its way into the frame it is not taken back for good: the keys would go there all the same.
  setTimeout(() => {
    frame.blur();
    before?.focus({ preventScroll: true });
  });
}

/** Whether nobody went there, as far as that can be told. A frame that has not been loaded yet is about to be. */
function isTaken(frame: HTMLIFrameElement, before: HTMLElement | null): boolean {
  if (isWithin(WRITING_MS, key.at) && key.name !== "Pointer") return key.name !== "Tab";
  if (!isWithin(FRESH_MS, loads.get(frame) ?? performance.now())) return false;
  if (isWithin(ACTIVE_MS, key.at)) return key.name !== "Tab" && (before?.matches("input, textarea, [contenteditable]") ?? false);
  return navigator.userActivation?.isActive === false;
}
