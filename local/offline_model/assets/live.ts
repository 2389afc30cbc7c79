/** Keeps an element in step with a value: an action answers the next value, and only what differs is changed. */
import type { Markup } from "HTML";

type Actions<Data> = Record<string, (data: Data, ...values: never[]) => Data>;
type Ticker<Data> = { action: string; when: (data: Data) => boolean; milliseconds: number };
type View<Data> = (data: Data) => Markup;

export function live<Data>(tag: string, start: () => Data, view: View<Data>, actions: Actions<Data>, ticker?: Ticker<Data>) {
  class Live extends HTMLElement {
    data = start();
    timer: ReturnType<typeof setInterval> | undefined;

    connectedCallback() {
      for (const kind of ["click", "change", "submit"]) this.addEventListener(kind, this);
      this.show();
    }

    handleEvent(event: Event) {
      const source = (event.target as Element).closest<HTMLElement>(`[data-${event.type}]`);
      const form = source instanceof HTMLFormElement ? source : null;
      if (form) event.preventDefault();
      const values = form ? [new FormData(form)] : JSON.parse(source?.dataset.with ?? "[]");
      if (source) this.act(source.dataset[event.type], values);
      if (form?.hasAttribute("data-reset")) form.reset();
    }

    act(name = "", values: unknown[] = []) {
      this.data = actions[name]?.(this.data, ...(values as never[])) ?? this.data;
      this.show();
    }

    show() {
      const next = document.createElement("template");
      next.innerHTML = view(this.data).text.trim();
      patch(this, next.content);
      clearInterval(this.timer);
      if (ticker?.when(this.data)) this.timer = setInterval(() => this.act(ticker.action), ticker.milliseconds);
    }
  }
  if (!customElements.get(tag)) customElements.define(tag, Live);
}

function patch(present: Node, wanted: Node) {
  if (present instanceof Element && wanted instanceof Element) {
    for (const { name } of [...present.attributes]) if (!wanted.hasAttribute(name)) present.removeAttribute(name);
    for (const { name, value } of wanted.attributes) {
      if (present.getAttribute(name) !== value) present.setAttribute(name, value);
    }
  }
  if (present instanceof HTMLInputElement) present.checked = present.hasAttribute("checked");
  if (present instanceof Text && present.data !== wanted.nodeValue) present.data = wanted.nodeValue ?? "";
  const next = [...wanted.childNodes];
  next.forEach((child, index) => {
    const old = present.childNodes[index];
    if (old?.nodeName === child.nodeName) patch(old, child);
    else if (old) old.replaceWith(child);
    else present.appendChild(child);
  });
  while (present.childNodes.length > next.length) present.lastChild?.remove();
}
