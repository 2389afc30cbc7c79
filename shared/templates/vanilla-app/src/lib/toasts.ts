import { createStore } from "./store";

export type Toast = { id: number; message: string; tone: "info" | "danger" };

export const toasts = createStore<Toast[]>([]);

const SECONDS = 8;
let last = 0;

export function showToast(message: string, tone: Toast["tone"] = "info"): void {
  const id = ++last;
  toasts.set([...toasts.get().slice(-2), { id, message, tone }]);
  setTimeout(() => dismissToast(id), SECONDS * 1000);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
