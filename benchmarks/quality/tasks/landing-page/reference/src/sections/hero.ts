import { hero as content, mail } from "../content";
import { html } from "../html";

export function hero() {
  return html`<section aria-labelledby="hero-title" class="container-page py-16 md:py-24">
    <h1 class="max-w-3xl text-[clamp(2.5rem,8vw,5rem)] leading-[1.02] font-extrabold tracking-tight" id="hero-title">
      ${content.title}
    </h1>
    <p class="mt-6 max-w-xl text-lg leading-relaxed text-muted md:text-xl">${content.lead}</p>
    <a
      class="mt-9 inline-flex min-h-12 items-center rounded-full bg-accent px-6 font-semibold text-on-accent"
      href="mailto:${mail}"
      >Write to us</a
    >
  </section>`;
}
