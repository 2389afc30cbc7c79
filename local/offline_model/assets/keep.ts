/** What a visitor enters is kept in this browser only; nothing is sent anywhere. */
export function load<T>(key: string, fallback: T, isValid: (value: unknown) => boolean): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return isValid(value) ? (value as T) : fallback;
  } catch {
    return fallback;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or switched off: the page goes on working, it only forgets.
  }
}
