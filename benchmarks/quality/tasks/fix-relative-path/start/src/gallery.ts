import pictures from "./data/pictures.json";
import { html } from "./html";

export function gallery() {
  return pictures.map(
    (picture) => html`<li class="overflow-hidden rounded-card border border-line bg-surface">
      <img alt="${picture.title}" class="w-full" height="200" src="/src/pictures/${picture.file}.svg" width="320" />
      <p class="p-4 font-medium">${picture.title}</p>
    </li>`,
  );
}
