import { html } from "../html";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  secondary: "border border-line bg-surface text-ink hover:border-ink",
};

type Link = { label: string; href: string };

export function buttonLink({ label, href }: Link, look: keyof typeof looks = "primary") {
  return html`<a
    class="inline-flex min-h-12 items-center justify-center rounded-full px-6 font-semibold transition-colors ${looks[look]}"
    href="${href}"
    >${label}</a
  >`;
}
