import { html } from "../html";
import { icons, type IconName } from "./drawings";

export function icon(name: IconName) {
  return html`<svg
    aria-hidden="true"
    class="size-5 shrink-0"
    fill="none"
    stroke="currentColor"
    stroke-linecap="round"
    stroke-linejoin="round"
    stroke-width="2"
    viewBox="0 0 24 24"
  >
    <path d="${icons[name]}" />
  </svg>`;
}
