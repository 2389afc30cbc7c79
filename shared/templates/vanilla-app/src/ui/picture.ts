import { html } from "../html";
import { pictures, type PictureName } from "./drawings";

export function picture(name: PictureName, className: string) {
  const svg = html`<svg aria-hidden="true" class="${className}" viewBox="0 0 240 160"></svg>`;
  svg.innerHTML = pictures[name].map(([path, colour]) => `<path d="${path}" fill="var(--${colour})" />`).join("");
  return svg;
}
