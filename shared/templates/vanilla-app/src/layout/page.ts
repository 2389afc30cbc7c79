import { app } from "../content";
import { html } from "../html";
import type { Store } from "../lib/store";

/** Listens to a store until the page is left. */
export type Watch = <T>(store: Store<T>, listener: (value: T) => void) => void;
export type Page = (watch: Watch) => HTMLElement;

type Options = { title: string; lead?: string; actions?: Node; content: Node | Node[] };

export function page({ title, lead, actions, content }: Options) {
  document.title = `${title} · ${app.name}`;
  return html`<div>
    <div class="mb-8 flex flex-wrap items-end justify-between gap-4">
      <div class="min-w-0">
        <h1 class="text-3xl wrap-anywhere md:text-4xl">${title}</h1>
        ${lead && html`<p class="mt-2 max-w-xl text-muted">${lead}</p>`}
      </div>
      ${actions}
    </div>
    ${content}
  </div>`;
}
