/** Keeps an element in step with a value: an action answers the next value, and only what differs is changed. */
import type { Markup } from "HTML";

type Actions<Data> = Record<string, (data: Data, ...values: never[]) => Data>;
type Ticker<Data> = { action: keyof Actions<Data>; when: (data: Data) => boolean; milliseconds: number };

export function live<Data>(
  host: HTMLElement,
  first: Data,
  view: (data: Data) => Markup,
  actions: Actions<Data>,
  ticker?: Ticker<Data>,
): void {
  let data = first;
  let timer: ReturnType<typeof setInterval> | undefined;

  const act = (name: string, values: unknown[]) => {
    const action = actions[name];
    if (!action) return;
    data = action(data, ...(values as never[]));
    show();
  };

  const show = () => {
    const next = document.createElement("template");
    next.innerHTML = view(data).text.trim();
    patchChildren(host, next.content);
    clearInterval(timer);
    if (ticker?.when(data)) timer = setInterval(() => act(ticker.action, []), ticker.milliseconds);
  };

  for (const kind of ["click", "change", "submit"]) {
    host.addEventListener(kind, (event) => {
      const source = (event.target as Element).closest<HTMLElement>(`[data-${kind}]`);
      if (!source) return;
      const form = source instanceof HTMLFormElement ? source : null;
      if (form) event.preventDefault();
      act(source.dataset[kind] ?? "", form ? [new FormData(form)] : JSON.parse(source.dataset.with ?? "[]"));
      if (form?.hasAttribute("data-reset")) form.reset();
    });
  }
  show();
}

function patchChildren(present: ParentNode & Node, wanted: ParentNode & Node): void {
  const next = [...wanted.childNodes];
  while (present.childNodes.length > next.length) present.lastChild?.remove();
  next.forEach((child, index) => {
    const old = present.childNodes[index];
    if (!old) present.appendChild(child);
    else if (old.nodeName !== child.nodeName) present.replaceChild(child, old);
    else if (old instanceof Element && child instanceof Element) patchElement(old, child);
    else if (old.nodeValue !== child.nodeValue) old.nodeValue = child.nodeValue;
  });
}

function patchElement(old: Element, wanted: Element): void {
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) {
    const value = wanted.getAttribute(name) ?? "";
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (old instanceof HTMLInputElement) old.checked = wanted.hasAttribute("checked");
  patchChildren(old, wanted);
}
