/** What may be kept at most, as the API says. */
export const NOTE_MOST = 20_000;
export const MEMORY_MOST = 2_000;
const TAGS_MOST = 10;
const TAG_MOST = 40;

export type KeptFault = "empty" | "long" | "tags";

/** Tags as they are written, with commas. */
export function tagsOf(written: string): string[] {
  return [...new Set(written.split(",").map((tag) => tag.trim()).filter(Boolean))];
}

/** Why something cannot be kept so. */
export function keptFault(text: string, most: number, tags: readonly string[] = []): KeptFault | null {
  if (text.trim() === "") return "empty";
  if ([...text].length > most) return "long";
  return tags.length > TAGS_MOST || tags.some((tag) => [...tag].length > TAG_MOST) ? "tags" : null;
}
