import { ProblemError } from "@/data/api";

type Reasons = Readonly<Record<string, string | undefined>>;

let reasons: Reasons = {};

/** In which words people are told why not, by the server's codes. What is not among them is told in the server's own. */
export function tellReasons(words: Reasons): void {
  reasons = words;
}

/** Why not: in the person's language where the code says it all, else in the server's words. */
export function reasonOf(code: string | null, otherwise: string): string {
  return (code && Object.hasOwn(reasons, code) && reasons[code]) || otherwise;
}

/** Why the server refused; empty when it did not answer. */
export function detailOf(error: Error | null): string {
  return error instanceof ProblemError ? reasonOf(error.problem.code, error.problem.detail) : "";
}

const LONGEST_WAIT_S = 60;

/** For how many milliseconds the server asks to be left alone; null where it does not, or for longer than a page can wait. */
export function waitOf(error: Error | null): number | null {
  if (!(error instanceof ProblemError) || error.problem.status !== 429) return null;
  const seconds = Number(error.response.headers.get("Retry-After"));
  return seconds > 0 && seconds <= LONGEST_WAIT_S ? seconds * 1000 : null;
}

export function codeOf(error: Error | null): string | null {
  return error instanceof ProblemError ? error.problem.code : null;
}

/** What was found wrong, a line each: "src/App.tsx:12 ...". */
export function findingsOf(error: Error | null): string[] {
  return error instanceof ProblemError ? (error.problem.diagnostics ?? []).map(placed) : [];
}

export function placed({ path, line, message }: { path?: string | null; line?: number | null; message: string }): string {
  const place = path && !message.startsWith(path) ? (line ? `${path}:${line}` : path) : "";
  return `${place} ${message}`.trim();
}

/** What a refusal is about, as the API names its place ("settings.env"), and its words without that. */
export function problemOf(error: Error | null): { place: string; words: string } | null {
  if (!(error instanceof ProblemError)) return null;
  const [found] = error.problem.diagnostics ?? [];
  if (found?.path) return { place: found.path, words: [found.message, found.hint].filter(Boolean).join(" ") };
  const [, place = "", words = ""] = /^([\w.-]+): (?:Value error, )?(.*)$/s.exec(error.problem.detail) ?? [];
  return { place, words };
}
