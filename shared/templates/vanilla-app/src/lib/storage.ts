import { createStore, type Store } from "./store";

type Options<T> = {
  key: string;
  /** Raise it when the shape of the data changes, and let `upgrade` read the older ones. */
  version: number;
  /** Called while the module loads: what it uses stands above the call or is a hoisted `function`, as for checks. */
  initial: () => T;
  check: (data: unknown) => data is T;
  /** What can be kept of data that `check` refuses. */
  mend?: (data: unknown) => unknown;
  upgrade?: (data: unknown, version: number) => unknown;
};

/** False once the browser has refused to store something: there is no room, or storage is forbidden. */
export const storageWorks = createStore(true);

/** A store that outlives the page. Data that it cannot read, in whole or in part, is copied to `<key>.unreadable`. */
export function persistent<T>(options: Options<T>): Store<T> {
  const store = createStore(load(options));
  addEventListener("storage", ({ key }) => {
    if (key === options.key || key === null) store.set(load(options));
  });
  return {
    ...store,
    set(value) {
      store.set(value);
      write(options.key, JSON.stringify({ version: options.version, data: value }));
    },
  };
}

type ListOptions<Entry> = Omit<Options<Entry[]>, "check" | "mend"> & { isEntry: (data: unknown) => data is Entry };

/** A list that outlives the page. Entries that cannot be read are left out; the others stay. */
export function persistentList<Entry>({ isEntry, ...options }: ListOptions<Entry>): Store<Entry[]> {
  return persistent({
    ...options,
    check: (data): data is Entry[] => Array.isArray(data) && data.every(isEntry),
    mend: (data) => {
      const good = Array.isArray(data) ? data.filter(isEntry) : [];
      return good.length > 0 ? good : undefined;
    },
  });
}

function load<T>(options: Options<T>): T {
  const text = read(options.key);
  if (text === null) return options.initial();
  const data = decode(text, options);
  if (options.check(data)) return data;
  write(`${options.key}.unreadable`, text);
  const mended = options.mend?.(data);
  return options.check(mended) ? mended : options.initial();
}

function decode<T>(text: string, { version, upgrade }: Options<T>): unknown {
  try {
    const kept = JSON.parse(text) as { version?: unknown; data?: unknown };
    if (kept.version === version) return kept.data;
    if (typeof kept.version === "number" && kept.version < version) return upgrade?.(kept.data, kept.version);
  } catch {
    return undefined;
  }
  return undefined;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    storageWorks.set(false);
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
    storageWorks.set(true);
  } catch {
    storageWorks.set(false);
  }
}
