import { ProblemError } from "@/data/api";

/** The server's own words for why not; empty when it did not answer. */
export function detailOf(error: Error | null): string {
  return error instanceof ProblemError ? error.problem.detail : "";
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
