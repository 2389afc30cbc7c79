/** A value that calls its listeners, at once and after each change. */
export type Store<T> = {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: (value: T) => void) => () => void;
};

export function createStore<T>(value: T): Store<T> {
  const listeners = new Set<(value: T) => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of new Set(listeners)) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(value);
      return () => void listeners.delete(listener);
    },
  };
}
