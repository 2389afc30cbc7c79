import { html } from "../html";
import { page, type Page } from "../layout/page";
import { href } from "../lib/router";
import { emptyState } from "../ui/emptyState";

export const notFoundPage: Page = () => {
  const lost = emptyState({
    picture: "lost",
    title: "This way leads nowhere",
    text: "The address may have changed, or was mistyped.",
    action: html`<a class="button button-primary" href="${href("/")}">Back to the overview</a>`,
  });
  return page({ title: "Page not found", content: html`<div class="card">${lost}</div>` });
};
