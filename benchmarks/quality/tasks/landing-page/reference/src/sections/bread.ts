import { breads } from "../content";
import { html } from "../html";

export function bread() {
  const items = breads.map(
    (one) => html`<li class="rounded-card border border-line bg-page p-7">
      <h3 class="text-xl font-semibold">${one.name}</h3>
      <p class="mt-2 text-muted">${one.text}</p>
      <p class="mt-4 font-semibold">${one.price}</p>
    </li>`,
  );
  return html`<section aria-labelledby="bread-title" class="border-y border-line bg-surface" id="bread">
    <div class="container-page py-16">
      <h2 class="text-4xl font-bold tracking-tight" id="bread-title">Bread</h2>
      <ul class="mt-10 grid gap-5 md:grid-cols-3">
        ${items}
      </ul>
    </div>
  </section>`;
}
