import { keepFocus } from "./modal";
import { createStore } from "./store";

export type ToastOptions = {
  tone?: "info" | "danger";
  /** A button beside the message, such as "Undo". */
  action?: Action;
};
export type Action = { label: string; run: () => void };
export type Toast = { id: number; message: string; tone: "info" | "danger"; action?: Action };

export const toasts = createStore<Toast[]>([]);

const SECONDS = 8;
const SECONDS_TO_ACT = 12;
let last = 0;

/** Options: `tone: "danger"`, `action: { label: "Undo", run }`. */
export function showToast(message: string, options: ToastOptions = {}): void {
  const { tone = "info", action } = options;
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
