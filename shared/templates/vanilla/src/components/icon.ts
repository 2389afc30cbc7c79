import { html } from "../html";

/** Line icons on a 24 by 24 grid. Add one by adding its path. */
const paths = {
  bolt: "M13 3 5 13.5h6L10 21l9-11.5h-6.5z",
  devices: "M3 5.5h14v4M3 5.5v9.5h9M1.5 18.5H12M15 12.5h6.5v8H15zM18 18.2h.5",
  person: "M12 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4.5 9.5 9.8 11v3.5L7.5 21M19.5 9.5 14.2 11v3.5l2.3 6.5M9.8 14.5h4.4",
  palette: "M12 3a9 9 0 1 0 0 18c1.6 0 2-1 1.6-2.2-.5-1.5.4-2.8 2-2.8H18a3 3 0 0 0 3-3.2C20.7 7.3 16.8 3 12 3zM7.5 12h.01M9.5 7.8h.01M14.5 7.8h.01",
  blocks: "M3.5 3.5h7v7h-7zM13.5 13.5h7v7h-7zM3.5 13.5h7v7h-7zM17 3.2v7.6M13.2 7h7.6",
  check: "M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5",
} as const;

export type IconName = keyof typeof paths;

export function icon(name: IconName) {
  return html`<svg
    aria-hidden="true"
    class="size-6"
    fill="none"
    stroke="currentColor"
    stroke-linecap="round"
    stroke-linejoin="round"
    stroke-width="1.75"
    viewBox="0 0 24 24"
  >
    <path d="${paths[name]}" />
  </svg>`;
}
