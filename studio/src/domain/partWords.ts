/** What a person writes of a part of a plan: its lines of "Done when" as one text. `version`: of the part when it was begun. */
export interface PartWords {
  title: string;
  summary: string;
  done: string;
  version: number;
}

type Wrong = "empty" | "long" | "many";

const TITLE_MOST = 300;
const SUMMARY_MOST = 20_000;
const LINES_MOST = 50;

/** The words of a part as they stand, to be changed. */
export const wordsOf = (part: { title: string; summary: string; acceptance: readonly string[]; version: number }): PartWords => ({
  title: part.title,
  summary: part.summary,
  done: part.acceptance.join("\n"),
  version: part.version,
});

/** What was kept in this browser; null where nothing was, or nothing that can be read. */
export function keptWords(kept: string): PartWords | null {
  try {
    const found: unknown = JSON.parse(kept);
    return isWords(found) ? found : null;
  } catch {
    return null;
  }
}

function isWords(found: unknown): found is PartWords {
  const given = found as Partial<Record<keyof PartWords, unknown>> | null;
  return typeof given?.title === "string" && typeof given.summary === "string" && typeof given.done === "string" && typeof given.version === "number";
}

/** Each line that says something, without the sign of a list. */
export const linesOf = (text: string): string[] => text.split("\n").map((line) => line.replace(/^\s*[-*]\s+/, "").trim()).filter(Boolean);

/** Why the words cannot be saved so. */
export function faultsIn({ title, summary, done }: PartWords): Record<"title" | "summary" | "done", Wrong | null> {
  const lines = linesOf(done);
  return {
    title: !title.trim() ? "empty" : title.trim().length > TITLE_MOST ? "long" : null,
    summary: summary.length > SUMMARY_MOST ? "long" : null,
    done: lines.length > LINES_MOST ? "many" : lines.some((line) => line.length > TITLE_MOST) ? "long" : null,
  };
}
