import { logo } from "../components/logo";
import { footer as content, navigation, site } from "../content";
import { html } from "../html";

export function footer() {
  const links = navigation.map(
    (link) => html`<li>
      <a
        class="inline-flex min-h-11 items-center text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        href="${link.href}"
        >${link.label}</a
      >
    </li>`,
  );
  return html`<footer class="border-t border-line">
    <div class="container-page flex flex-col gap-6 py-10 sm:flex-row sm:items-center sm:justify-between">
      <div class="flex items-center gap-3">
        ${logo()}
        <p class="text-sm text-muted">
          <strong class="font-semibold text-ink">${site.name}</strong>
          <span class="block">${content.note}</span>
        </p>
      </div>
      <nav aria-label="Footer">
        <ul class="flex flex-wrap gap-x-6">${links}</ul>
      </nav>
    </div>
  </footer>`;
}
