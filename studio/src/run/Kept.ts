import type { TextStorage } from "@/run/tabStorage";

/** Something that is being made for a message: heard of when it changes, and there again after a reload. */
export abstract class Kept<T> {
  protected now: T;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly key: string,
    private readonly storage: TextStorage,
    restored: (stored: string) => T,
  ) {
    this.now = restored(storage.getItem(key) ?? "");
  }

  readonly current = () => this.now;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  protected set(now: T): void {
    this.now = now;
    this.#store(this.text());
    for (const listener of this.#listeners) listener();
  }

  /** What is stored of it; empty where there is nothing to keep. */
  protected abstract text(): string;

  /** A full storage only means that a reload forgets it. */
  #store(text: string): void {
    try {
      if (text) this.storage.setItem(this.key, text);
      else this.storage.removeItem(this.key);
    } catch {
      this.storage.removeItem(this.key);
    }
  }
}

const every: Map<string, unknown>[] = [];

/** One for each name, the same for everybody who asks. */
export function oneEach<K extends object>(make: (name: string) => K): (name: string) => K {
  const known = new Map<string, K>();
  every.push(known);
  return (name) => {
    const found = known.get(name) ?? make(name);
    known.set(name, found);
    return found;
  };
}

/** As after a reload: each is read from storage when somebody asks for it again. */
export function forgetKept(): void {
  for (const known of every) known.clear();
}
