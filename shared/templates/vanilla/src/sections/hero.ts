import { artwork } from "../components/artwork";
import { buttonLink } from "../components/buttonLink";
import { hero as content } from "../content";
import { html } from "../html";

export function hero() {
  return html`<section
    aria-labelledby="hero-title"
    class="container-page grid items-center gap-12 py-16 md:py-24 lg:grid-cols-[1.15fr_1fr] lg:gap-20"
  >
    <div>
      <p class="inline-flex items-center gap-2 rounded-full bg-accent-soft px-4 py-1.5 text-sm font-medium text-ink">
        <span aria-hidden="true" class="size-2 rounded-full bg-accent"></span>
        ${content.eyebrow}
      </p>
      <h1
        class="mt-6 text-[clamp(2.75rem,8vw,5rem)] leading-[1.02] font-extrabold tracking-[-0.03em]"
        id="hero-title"
      >
        ${content.title}
      </h1>
      <p class="mt-6 max-w-xl text-lg leading-relaxed text-muted md:text-xl">${content.lead}</p>
      <div class="mt-9 flex flex-wrap gap-3">
        ${buttonLink(content.primary)} ${buttonLink(content.secondary, "secondary")}
      </div>
    </div>
    ${artwork()}
  </section>`;
}
