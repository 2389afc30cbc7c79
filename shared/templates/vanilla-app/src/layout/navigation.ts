import { navigation as pages } from "../content";
import { html } from "../html";
import { href } from "../lib/router";
import { icon } from "../ui/icon";

/** A bar at the bottom of a phone, a list in the sidebar of a wide screen. */
export function navigation() {
  const links = pages.map((page) => ({
    path: page.path,
    link: html`<a
      class="flex min-h-14 flex-col items-center justify-center gap-0.5 rounded-lg px-2 text-xs font-medium text-muted transition-colors -outline-offset-2 hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-ink md:min-h-11 md:flex-row md:justify-start md:gap-3 md:px-3 md:text-base"
      href="${href(page.path)}"
    >
      ${icon(page.icon)} ${page.label}
    </a>`,
  }));

  return {
    element: html`<nav
      aria-label="Main"
      class="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:static md:mt-6 md:border-0"
    >
      <ul class="flex overflow-x-auto p-1 md:flex-col md:gap-1 md:p-0">
        ${links.map(({ link }) => html`<li class="min-w-20 flex-1">${link}</li>`)}
      </ul>
    </nav>`,
    showPath(current: string) {
      for (const { path, link } of links) {
        if (path === current) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
    },
  };
}
