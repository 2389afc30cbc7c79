import { html } from "../html";

export function logo() {
  return html`<svg aria-hidden="true" class="size-8 shrink-0" viewBox="0 0 32 32">
    <rect fill="var(--accent)" height="32" rx="8" width="32" />
    <path d="M7 7h9a9 9 0 0 1-9 9Z" fill="var(--on-accent)" />
    <path d="M25 25h-9a9 9 0 0 1 9-9Z" fill="var(--highlight)" />
  </svg>`;
}
