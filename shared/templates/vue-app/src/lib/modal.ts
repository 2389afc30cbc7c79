/** Shows it above everything. The browser keeps the focus inside; call what it returns to close it. */
export function openModal(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => {
    dialog.close();
    setTimeout(focusPage);
  };
}

/** The browser gives the focus back to what opened the dialog. When that is gone, the page has it. */
function focusPage(): void {
  if (document.activeElement === document.body) document.getElementById("main")?.focus();
}
