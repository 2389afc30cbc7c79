import { useSyncExternalStore } from "react";

const NONE: readonly File[] = [];
const APPS = new Map<string, readonly File[]>();
const listeners = new Set<() => void>();

/** Puts a picture, say a screenshot of the preview, into the app's next message. The composer takes it from here. */
export function addPicture(app: string, file: File): void {
  set(app, [...waiting(app), file]);
}

/** Gives what was put and not taken yet, each once. */
export function takePictures(app: string): readonly File[] {
  const taken = waiting(app);
  if (taken.length) set(app, NONE);
  return taken;
}

/** The pictures that wait to be taken. */
export function usePictures(app: string): readonly File[] {
  return useSyncExternalStore(subscribe, () => waiting(app));
}

function waiting(app: string): readonly File[] {
  return APPS.get(app) ?? NONE;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(app: string, files: readonly File[]): void {
  APPS.set(app, files);
  for (const listener of listeners) listener();
}
