/** What of a form has the focus when another part of it goes away. */
export const HOME = { "data-home": "" } as const;

/** To the one place where one writes, from anywhere. */
export function toHome(): void {
  document.querySelector<HTMLElement>("[data-home]")?.focus();
}

export function focusHome(within: Element): void {
  within.closest("form")?.querySelector<HTMLElement>("[data-home]")?.focus();
}
