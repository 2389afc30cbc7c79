import { html } from "../html";
import type { PictureName } from "./drawings";
import { picture as drawn } from "./picture";

type Options = { picture: PictureName; title: string; text: string; action?: Node };

export function emptyState({ picture, title, text, action }: Options) {
  return html`<div class="flex flex-col items-center px-5 py-12 text-center">
    ${drawn(picture, "mb-6 w-52 max-w-full")}
    <h2 class="text-xl">${title}</h2>
    <p class="mt-2 max-w-sm text-muted">${text}</p>
    ${action && html`<div class="mt-6 flex flex-wrap justify-center gap-3">${action}</div>`}
  </div>`;
}
