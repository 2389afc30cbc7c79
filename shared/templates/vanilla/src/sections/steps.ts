import { steps as content } from "../content";
import { html } from "../html";

export function steps() {
  const items = content.items.map(
    (step, index) => html`<li class="border-t-2 border-ink pt-6">
      <span aria-hidden="true" class="font-display text-5xl font-extrabold text-accent">${index + 1}</span>
      <h3 class="mt-4 text-xl font-semibold tracking-tight">${step.title}</h3>
      <p class="mt-2 leading-relaxed text-muted">${step.text}</p>
    </li>`,
  );
  return html`<section aria-labelledby="steps-title" class="container-page py-20 md:py-28" id="steps">
    <h2 class="max-w-2xl text-4xl font-bold tracking-tight md:text-5xl" id="steps-title">${content.title}</h2>
    <ol class="mt-14 grid gap-10 md:grid-cols-3 md:gap-8">${items}</ol>
  </section>`;
}
