import { hash } from "node:crypto";

const MAX_CHARS = 32 * 1024 * 1024;

/**
 * Results of pure functions of (kind, path, source), least recently used out first.
 * Keyed by content, so one project's result is only ever another's when the source is the same.
 */
export class ContentCache {
  #entries = new Map();
  #chars = 0;

  /** `value.seen` is what a result took from other `files`, as `[path, content]`: it holds while they are the same. */
  get(kind, path, source, compute, files) {
    const key = `${kind}\0${path}\0${hash("sha256", source)}`;
    const held = this.#take(key);
    const holds = held && (held.value?.seen ?? []).every(([name, content]) => files.get(name) === content);
    const value = holds ? held.value : compute();
    if (value?.cacheable !== false) this.#put(key, { value, chars: source.length + 1000 + charsOf(value?.seen) });
    return value;
  }

  #take(key) {
    const entry = this.#entries.get(key);
    if (this.#entries.delete(key)) this.#chars -= entry.chars;
    return entry;
  }

  #put(key, entry) {
    this.#entries.set(key, entry);
    this.#chars += entry.chars;
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= MAX_CHARS) return;
      this.#take(oldest);
    }
  }
}

/** Of all components: one bound for all. */
export const components = new ContentCache();

const charsOf = (seen = []) => seen.reduce((sum, [, content]) => sum + (content?.length ?? 0), 0);
