import { html } from "../html";
import { dismissToast, takeAction, toasts as store, type Toast } from "../lib/toasts";
import { button } from "./button";

/** Stands once in the layout. Show a message from anywhere with `showToast`. */
export function toasts() {
  const element = html`<div aria-live="polite" class="toasts" role="status"></div>`;
  const shown = new Map<number, HTMLElement>();

  const stop = store.subscribe((all) => {
    for (const [id, toast] of shown) {
      if (all.some((each) => each.id === id)) continue;
      toast.remove();
      shown.delete(id);
    }
    for (const each of all) {
      if (shown.has(each.id)) continue;
      shown.set(each.id, draw(each));
      element.append(shown.get(each.id)!);
    }
  });
  return { element, stop };
}

function draw(toast: Toast) {
  const { id, message, tone, action } = toast;
  const act = () => takeAction(toast);
  return html`<div class="toast toast-${tone}">
    <span class="toast-message">${message}</span>
    ${action && button({ text: action.label, look: "quiet", className: "toast-action", onclick: act })}
    ${button({ icon: "close", label: "Dismiss", look: "quiet", onclick: () => dismissToast(id) })}
  </div>`;
}
