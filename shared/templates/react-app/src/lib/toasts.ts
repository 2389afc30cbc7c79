import { keepFocus } from "./modal";
import { createStore } from "./store";

export type Toast = {
  id: number;
  message: string;
  tone: "info" | "danger";
  /** A button beside the message, such as "Undo". */
  action?: { label: string; run: () => void };
};

export const toasts = createStore<Toast[]>([]);

const SECONDS = 8;
const SECONDS_TO_ACT = 12;
let last = 0;

export function showToast(message: string, { tone = "info", action }: Partial<Pick<Toast, "tone" | "action">> = {}): void {
  const id = ++last;
  toasts.set([...toasts.get().slice(-2), { id, message, tone, action }]);
  setTimeout(() => expire(id), (action ? SECONDS_TO_ACT : SECONDS) * 1000);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
  keepFocus();
}

export function takeAction({ id, action }: Toast): void {
  action?.run();
  dismissToast(id);
}

/** Nothing goes away under the pointer or the keyboard. */
function expire(id: number): void {
  if (document.querySelector(".toasts:hover, .toasts:focus-within")) setTimeout(() => expire(id), 1000);
  else dismissToast(id);
}
