import { useEffect, useState } from "react";

/** A state that is kept in the browser under `key`; what is there and of another type is as good as nothing. */
export function useStoredState<T extends string | number>(key: string, initial: T) {
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
      return kept === null ? initial : (kept as T);
    } catch {
      return initial;
    }
  });

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
