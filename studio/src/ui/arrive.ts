/**
 * For what takes the place of what had the focus: the focus goes there, and not to the top of the page. A page that has just
 * been loaded had none, so nothing is done to it.
 */
export function arrive(place: HTMLElement | null): void {
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (place && lost && navigator.userActivation?.hasBeenActive) place.focus();
}
