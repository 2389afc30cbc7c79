/** Shows it above everything, with the focus inside. What it returns closes it and gives the focus back. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    keepFocus(opener);
  };
}

/** Gives the focus to `next`, or to the page, when what had it is gone: the keyboard goes on from there. */
export function keepFocus(next?: Element | null): void {
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const target = next?.isConnected ? next : document.getElementById("main");
    if (target instanceof HTMLElement) target.focus({ preventScroll: target.id === "main" });
  });
}
