import { html } from "./html";
import { features } from "./sections/features";
import { footer } from "./sections/footer";
import { header } from "./sections/header";
import { hero } from "./sections/hero";
import { steps } from "./sections/steps";

/** The whole page: which sections there are, and their order. */
export function app() {
  return html`
    <a class="skip-link" href="#main">Skip to content</a>
    ${header()}
    <main id="main" tabindex="-1">${hero()} ${features()} ${steps()}</main>
    ${footer()}
  `;
}
