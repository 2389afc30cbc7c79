import { app } from "../content";
import { html } from "../html";
import { storageWorks } from "../lib/storage";
import { href } from "../lib/router";
import { toasts } from "../ui/toasts";
import { logo } from "./logo";
import { navigation } from "./navigation";

/** What stands around every page. */
export function layout(page: HTMLElement) {
  const menu = navigation();
  const messages = toasts();
  const notice = html`<div role="status"></div>`;
  const main = html`<main
    class="mx-auto w-full max-w-5xl min-w-0 px-5 pt-8 pb-44 md:px-10 md:pt-12 md:pb-32"
    id="main"
    tabindex="-1"
  >
    ${notice}${page}
  </main>`;
  const element = html`<div class="min-h-dvh md:grid md:grid-cols-[15rem_minmax(0,1fr)]">
    <button class="skip-link button button-primary" onclick=${() => main.focus()} type="button">Skip to content</button>
    <header
      class="border-b border-line bg-surface md:sticky md:top-0 md:h-dvh md:overflow-y-auto md:border-r md:border-b-0 md:p-4"
    >
      <a
        class="flex min-h-14 items-center gap-3 px-5 font-display text-lg font-bold tracking-tight wrap-anywhere md:rounded-lg md:px-2"
        href="${href("/")}"
      >
        ${logo()} ${app.name}
      </a>
      ${menu.element}
    </header>
    ${main} ${messages.element}
  </div>`;

  const stop = storageWorks.subscribe((works) => notice.replaceChildren(works ? "" : warning()));

  return {
    element,
    showPath(path: string, moved: boolean, back: boolean) {
      menu.showPath(path);
      if (!moved) return;
      if (!back) scrollTo(0, 0);
      main.focus({ preventScroll: true });
    },
    stop() {
      stop();
      messages.stop();
    },
  };
}

function warning() {
  return html`<p class="mb-6 rounded-card bg-highlight-soft px-4 py-3">
    This browser does not keep data for this app: it is out of room, or storage is turned off. What you change is lost
    when you close the page.
  </p>`;
}
