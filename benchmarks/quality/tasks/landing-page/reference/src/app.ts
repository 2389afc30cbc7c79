import { html } from "./html";
import { bread } from "./sections/bread";
import { footer } from "./sections/footer";
import { header } from "./sections/header";
import { hero } from "./sections/hero";
import { hours } from "./sections/hours";
import { questions } from "./sections/questions";

/** The whole page: which sections there are, and their order. */
export function app() {
  return html`
    <a class="skip-link" href="#main">Skip to content</a>
    ${header()}
    <main id="main" tabindex="-1">${hero()} ${bread()} ${hours()} ${questions()}</main>
    ${footer()}
  `;
}
