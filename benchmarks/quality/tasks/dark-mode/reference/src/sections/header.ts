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
  return html`<header class="z-10 border-b border-line bg-page/90 backdrop-blur sm:sticky sm:top-0">
    <div class="container-page flex min-h-16 flex-wrap items-center justify-between gap-x-4 py-2">
      <a class="flex items-center gap-3 font-display text-lg font-bold tracking-tight wrap-anywhere" href="#main">
        ${logo()} ${site.name}
      </a>
      <nav aria-label="Main">
        <ul class="-mx-3 flex flex-wrap gap-x-1 sm:-mx-4 sm:gap-x-2">${links}</ul>
      </nav>
      <button
        aria-pressed="false"
        class="min-h-11 rounded-full border border-line px-4 text-sm font-medium"
        id="theme-switch"
        type="button"
      >
        Dark mode
      </button>
    </div>
  </header>`;
}
