/** The commands that run without asking, as the worker's list has them. */
export const COMMANDS = ["npm test", "npm run lint", "npm run typecheck", "npm run build", "npx vitest run", "npx tsc --noEmit", "npx eslint src", "npx oxlint"] as const;

export const COMMAND_MOST = 500;
const KEPT = 50;

/** The commands that were given, latest first, each once. */
export function remembered(before: readonly string[], command: string): string[] {
  return [command, ...before.filter((one) => one !== command)].slice(0, KEPT);
}

/** The history as it was stored; nothing of what is not ours any more. */
export function historyOf(stored: string): string[] {
  try {
    const value: unknown = JSON.parse(stored || "[]");
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && one.length <= COMMAND_MOST).slice(0, KEPT) : [];
  } catch {
    return [];
  }
}
