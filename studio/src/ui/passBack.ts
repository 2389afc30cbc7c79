/** The `ref` of what goes away when it was used: the focus within it goes to what stands before it, and never into a page. */
export function passBack(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return;
  return () => {
    if (!place.contains(document.activeElement)) return;
    const all = [...document.querySelectorAll<HTMLElement>("button, a[href], input, summary, h2[tabindex]")];
    const before = all.filter((one) => one.compareDocumentPosition(place) === Node.DOCUMENT_POSITION_FOLLOWING);
    before.reverse().find((one) => (one.focus(), document.activeElement === one));
  };
}
