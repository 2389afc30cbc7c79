const NAMES = ["path", "paths", "from", "name", "query", "pattern", "url", "tool"] as const;

/** What a tool's call is about, as far as its arguments say: a file, a query, an address. */
export function subject(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const given = input as Record<string, unknown>;
  const value = NAMES.map((name) => given[name]).find((one) => one !== undefined);
  if (Array.isArray(value)) return value.map(String).join(", ").slice(0, 200);
  return typeof value === "string" ? value.slice(0, 200) : "";
}

/** How often each word was said, in the order of their first time. */
export function counted(words: readonly string[]): [string, number][] {
  const times = new Map<string, number>();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times];
}
