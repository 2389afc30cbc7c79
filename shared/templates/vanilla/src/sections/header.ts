import { logo } from "../components/logo";
import { navigation, site } from "../content";
import { html } from "../html";

export function header() {
  const links = navigation.map(
    (link) => html`<li>
      <a
        class="inline-flex min-h-11 items-center rounded-full px-3 text-sm font-medium text-muted transition-colors hover:text-ink sm:px-4 sm:text-base"
        href="${link.href}"
        >${link.label}</a
      >
    </li>`,
  );
  return html`<header class="sticky top-0 z-10 border-b border-line bg-page/90 backdrop-blur">
    <div class="container-page flex min-h-16 items-center justify-between gap-4">
      <a class="flex items-center gap-3 font-display text-lg font-bold tracking-tight" href="#main">
        ${logo()} ${site.name}
      </a>
      <nav aria-label="Main">
        <ul class="-mr-3 flex gap-1 sm:-mr-4 sm:gap-2">${links}</ul>
      </nav>
    </div>
  </header>`;
}
