import { arrive } from "@/ui/arrive";

/** What one writes in or chooses from; not what is ticked or picked from the disk. */
const FIELDS = "input:not([type=hidden], [type=file], [type=checkbox], [type=radio]), textarea, select";
const STOPS = `${FIELDS}, input, button, a[href], summary, [tabindex]`;

/** The first that is still empty: of a newer version the name is known. Where all are filled the first. */
function firstField(within: Element | null): HTMLElement | null {
  const all = [...(within?.querySelectorAll<HTMLInputElement>(FIELDS) ?? [])];
  return all.find(({ value }) => value === "") ?? all[0] ?? null;
}

/**
 * The `ref` of every form that a button opens: who pressed it writes in its first field. One function, so that it is done
 * once, when the form comes.
 */
export function intoForm(form: Element | null): void {
  firstField(form)?.focus();
}

/** The same for a form that may also stand there from the start, since words are kept for it: who is elsewhere stays there. */
export function arriveInForm(form: Element | null): void {
  arrive(firstField(form));
}

/** The same for a pane that is there to be typed into: whoever went there types; a page that has just been loaded is none that anybody went to. */
export function intoPane(form: Element | null): void {
  if (navigator.userActivation?.hasBeenActive) intoForm(form);
}

/** A dialog that begins with a field, after the button that closes it: one writes there at once. Under a finger the keyboard would hide the rest. */
export function intoDialog(dialog: Element): void {
  const [, first] = dialog.querySelectorAll<HTMLElement>(STOPS);
  if (first?.matches(FIELDS) && !window.matchMedia("(pointer: coarse)").matches) first.focus();
}
