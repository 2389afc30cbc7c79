import { html } from "../html";
import type { IconName } from "./drawings";
import { icon as drawn } from "./icon";

type Options = {
  look?: "primary" | "secondary" | "quiet" | "danger";
  type?: "button" | "submit";
  icon?: IconName;
  onclick?: () => void;
  className?: string;
} & ({ text: string } | { /** The name of a button that shows nothing but its icon. */ label: string });

export function button({ look = "secondary", type = "button", icon, onclick, className = "", ...name }: Options) {
  const label = "label" in name ? name.label : undefined;
  return html`<button
    aria-label=${label}
    class="button button-${look} ${label ? "button-icon" : ""} ${className}"
    onclick=${() => onclick?.()}
    title=${label}
    type="${type}"
  >
    ${icon && drawn(icon)} ${"text" in name && name.text}
  </button>`;
}
