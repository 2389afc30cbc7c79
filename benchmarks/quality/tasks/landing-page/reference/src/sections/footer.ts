import { mail, site } from "../content";
import { html } from "../html";

export function footer() {
  return html`<footer class="border-t border-line">
    <div class="container-page flex flex-wrap justify-between gap-4 py-8 text-muted">
      <p>${site.name}, Linden Street 4</p>
      <a class="underline" href="mailto:${mail}">${mail}</a>
    </div>
  </footer>`;
}
