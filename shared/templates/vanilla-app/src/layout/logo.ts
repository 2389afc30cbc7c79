import { html } from "../html";

export function logo() {
  return html`<svg aria-hidden="true" class="size-8 shrink-0" viewBox="0 0 32 32">
    <rect fill="var(--accent)" height="32" rx="8" width="32" />
    <path d="M8 8h7v16H8z" fill="var(--on-accent)" />
    <path d="M17 16h7v8h-7z" fill="var(--accent-soft)" />
    <path d="M24 11.5a3.5 3.5 0 1 0-7 0 3.5 3.5 0 1 0 7 0z" fill="var(--highlight)" />
  </svg>`;
}
