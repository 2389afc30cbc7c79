import { icon } from "../components/icon";
import { features as content } from "../content";
import { html } from "../html";

export function features() {
  const cards = content.items.map(
    (item) => html`<li class="rounded-card border border-line bg-page p-7 transition-colors hover:border-accent">
      <span class="inline-flex size-12 items-center justify-center rounded-2xl bg-accent-soft text-accent">
        ${icon(item.icon)}
      </span>
      <h3 class="mt-6 text-xl font-semibold tracking-tight">${item.title}</h3>
      <p class="mt-2 leading-relaxed text-muted">${item.text}</p>
    </li>`,
  );
  return html`<section aria-labelledby="features-title" class="border-y border-line bg-surface" id="features">
    <div class="container-page py-20 md:py-28">
      <div class="max-w-2xl">
        <h2 class="text-4xl font-bold tracking-tight md:text-5xl" id="features-title">${content.title}</h2>
        <p class="mt-5 text-lg leading-relaxed text-muted">${content.lead}</p>
      </div>
      <ul class="mt-14 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">${cards}</ul>
    </div>
  </section>`;
}
