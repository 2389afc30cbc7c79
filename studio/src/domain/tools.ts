const NAMES = ["path", "paths", "from", "name", "query", "pattern", "command", "url", "tool"] as const;
const DRAFT = /"(?:path|command|query|pattern|url)"\s*:\s*"((?:[^"\\]|\\.){1,200})"/;

/** What a tool's call is about, as far as its arguments say: a file, a query, an address. */
export function subject(input: unknown, draft = ""): string {
  if (typeof input !== "object" || input === null) return DRAFT.exec(draft.slice(0, 2_000))?.[1] ?? "";
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

const OF_FILES: ReadonlySet<string> = new Set(["read_file", "read_files", "write_file", "edit_file", "delete_file", "delete_files"]);

/** How many files calls are about; 0 where one of them is about something else. */
export function filesOf(calls: readonly { name: string; input?: unknown; draft: string }[]): number {
  if (calls.some(({ name }) => !OF_FILES.has(name))) return 0;
  return new Set(calls.flatMap(({ input, draft }) => subject(input, draft).split(", ")).filter(Boolean)).size;
}
