import { html } from "../html";
import { openModal } from "../lib/modal";
import { button } from "./button";

let last = 0;

/** Opens a dialog with what `content` makes; it gets a function that closes it. */
export function openDialog(title: string, content: (close: () => void) => Node): void {
  const id = `dialog-${++last}`;
  const close = () => {
    closeModal();
    dialog.remove();
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    close();
  };
  const dialog = html`<dialog aria-labelledby="${id}" class="dialog" oncancel=${cancel}>
    <h2 class="mb-5 text-2xl wrap-anywhere" id="${id}">${title}</h2>
    ${content(close)}
  </dialog>` as HTMLDialogElement;
  document.body.append(dialog);
  const closeModal = openModal(dialog);
}

type Question = { title: string; text: string; keep: string; remove: string; onremove: () => void };

/** Asks before something is deleted for good. */
export function askToDelete({ title, text, keep, remove, onremove }: Question): void {
  openDialog(title, (close) => {
    const confirm = () => {
      onremove();
      close();
    };
    return html`<div>
      <p class="mb-6 text-muted">${text}</p>
      <div class="flex flex-wrap justify-end gap-3">
        ${button({ text: keep, onclick: close })} ${button({ text: remove, look: "danger", onclick: confirm })}
      </div>
    </div>`;
  });
}
