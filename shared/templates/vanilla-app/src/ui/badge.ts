import { html } from "../html";

export function badge(text: string, tone: "neutral" | "accent" | "highlight" | "danger" = "neutral") {
  return html`<span class="badge badge-${tone}">${text}</span>`;
}
