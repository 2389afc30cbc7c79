import { html } from "./html";
import { layout } from "./layout/layout";
import type { Page, Watch } from "./layout/page";
import { keepFocus } from "./lib/modal";
import { findPage, followLink, place } from "./lib/router";
import { notFoundPage } from "./pages/notFoundPage";
import { overviewPage } from "./pages/overviewPage";
import { projectsPage } from "./pages/projectsPage";
import { settingsPage } from "./pages/settingsPage";

/** A path may have parts like `:id`: see `paramsOf`. */
const routes: Record<string, Page> = {
  "/": overviewPage,
  "/projects": projectsPage,
  "/settings": settingsPage,
};

/** Shows the app in `root`; call what it returns to end it. */
export function startApp(root: HTMLElement): () => void {
  const page = html`<div></div>`;
  const frame = layout(page);
  let watched: (() => void)[] = [];
  let shown: { path: string; page: Page } | undefined;

  const watch: Watch = (store, listener) => void watched.push(store.subscribe(listener));
  const leave = () => {
    for (const stop of watched) stop();
    watched = [];
  };

  root.replaceChildren(frame.element);
  document.addEventListener("click", followLink);
  const stop = place.subscribe(({ path, back }) => {
    if (path === shown?.path) return;
    const next: Page = findPage(routes, path) ?? notFoundPage;
    const last = shown;
    shown = { path, page: next };
    leave();
    page.replaceChildren(next(watch));
    frame.showPath(path, last !== undefined && last.page !== next, back);
    if (last) keepFocus();
  });

  return () => {
    stop();
    leave();
    frame.stop();
    document.removeEventListener("click", followLink);
    root.replaceChildren();
  };
}
