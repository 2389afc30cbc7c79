import pictures from "./data/pictures.json";
import { html } from "./html";

const files = import.meta.glob<string>("./pictures/*.svg", { eager: true, import: "default", query: "?url" });

/** The address of a picture as the build gives it. */
function address(file: string): string {
  return (file && Object.values(files)[0]) ?? "";
}

export function gallery() {
  return pictures.map(
    (picture) => html`<li class="overflow-hidden rounded-card border border-line bg-surface">
      <img alt="${picture.title}" class="w-full" height="200" src="${address(picture.file)}" width="320" />
      <p class="p-4 font-medium">${picture.title}</p>
    </li>`,
  );
}
