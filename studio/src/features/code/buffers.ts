import { useSyncExternalStore } from "react";
import type { Unsaved } from "@/data/files";

/** Above this, what is unsaved in all files of an app no longer outlives a reload. */
export const KEPT_CHARS = 2_000_000;
const PAUSE_MS = 300;

export interface Written {
  files: readonly Unsaved[];
  /** Whether a reload would find them again. */
  kept: boolean;
}

/** What a person has written in an app and not saved. It outlives the pane, and in this tab's storage a reload. */
export class Buffers {
  private now: Written;
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly key: string,
    private readonly storage: Storage,
  ) {
    this.now = { files: restored(storage.getItem(key)), kept: true };
    addEventListener("pagehide", this.flush);
    addEventListener("beforeunload", this.ask);
  }

  readonly current = () => this.now;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  put(file: Unsaved): void {
    const others = this.now.files.filter(({ path }) => path !== file.path);
    this.set([...others, file].toSorted((one, other) => one.path.localeCompare(other.path)));
  }

  drop(path: string): void {
    this.set(this.now.files.filter((file) => file.path !== path));
  }

  /** After a save: what was written meanwhile stays, on top of what was saved. */
  saved(file: Unsaved, now: Pick<Unsaved, "revision" | "sha256">): void {
    const written = this.now.files.find(({ path }) => path === file.path);
    if (written?.text === file.text) this.drop(file.path);
    else if (written) this.put({ ...written, ...now });
  }

  readonly flush = () => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const kept = this.store();
    if (kept !== this.now.kept) this.tell({ ...this.now, kept });
  };

  private readonly ask = (event: BeforeUnloadEvent) => {
    this.flush();
    if (!this.now.kept) event.preventDefault();
  };

  private store(): boolean {
    const { files } = this.now;
    const fits = files.reduce((size, { text }) => size + text.length, 0) <= KEPT_CHARS;
    try {
      if (files.length === 0 || !fits) this.storage.removeItem(this.key);
      else this.storage.setItem(this.key, JSON.stringify(files));
      return fits;
    } catch {
      return false;
    }
  }

  private set(files: readonly Unsaved[]): void {
    this.tell({ ...this.now, files });
    this.timer ??= setTimeout(this.flush, PAUSE_MS);
  }

  private tell(now: Written): void {
    this.now = now;
    for (const listener of this.listeners) listener();
  }
}

function restored(stored: string | null): Unsaved[] {
  try {
    const files: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(files) ? files.filter(isUnsaved) : [];
  } catch {
    return [];
  }
}

function isUnsaved(value: unknown): value is Unsaved {
  if (typeof value !== "object" || value === null) return false;
  const file = value as Record<string, unknown>;
  return ["path", "text", "revision", "sha256"].every((name) => typeof file[name] === "string");
}

const APPS = new Map<string, Buffers>();

export function buffersOf(app: string): Buffers {
  const known = APPS.get(app) ?? new Buffers(`chatbuilder.code.${app}`, sessionStorage);
  APPS.set(app, known);
  return known;
}

export function useWritten(app: string): Written {
  const buffers = buffersOf(app);
  return useSyncExternalStore(buffers.subscribe, buffers.current);
}
