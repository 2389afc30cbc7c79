/** A state that is kept in the browser under `key`; what is there and of another type is as good as nothing. */
export function useStoredState<T extends string | number>(key: string, initial: T) {
  const [value, setValue] = useState<T>(() => {
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
      return typeof kept === typeof initial ? (kept as T) : initial;
    } catch {
      return initial;
    }
  });

  useEffect(() => {
    localStorage.setItem(key, JSON.stringify(value));
  }, [key, value]);

  return [value, setValue] as const;
}
