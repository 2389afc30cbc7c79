/** Shows it above everything, with the focus inside. What it returns closes it and gives the focus back. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const opener = document.activeElement;
  dialog.showModal();
  return () => {
    dialog.close();
    setTimeout(() => {
      if (document.activeElement !== document.body) return;
      const next = opener?.isConnected ? opener : document.getElementById("main");
      if (next instanceof HTMLElement) next.focus();
    });
  };
}
