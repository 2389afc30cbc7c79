import { hash } from "node:crypto";

const MAX_CHARS = 32 * 1024 * 1024;

/**
 * Results of pure functions of (kind, path, source), least recently used out first.
 * Keyed by content, so one project's result is only ever another's when the source is the same.
 */
export class ContentCache {
  #entries = new Map();
  #chars = 0;

  get(kind, path, source, compute) {
    const key = `${kind}\0${path}\0${hash("sha256", source)}`;
    const held = this.#entries.get(key);
    if (held) return this.#touch(key, held).value;
    const value = compute();
    if (value?.cacheable !== false) this.#put(key, { value, chars: source.length + 1000 });
    return value;
  }

  #touch(key, entry) {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  #put(key, entry) {
    this.#entries.set(key, entry);
    this.#chars += entry.chars;
    for (const [oldest, { chars }] of this.#entries) {
      if (this.#chars <= MAX_CHARS) return;
      this.#entries.delete(oldest);
      this.#chars -= chars;
    }
  }
}
