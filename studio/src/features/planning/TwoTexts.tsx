import { headerOf, textLines } from "@/domain/textLines";
import { HunkLines } from "@/ui/HunkLines";

/** What became of a text, line by line, with the words that differ marked. */
export function TwoTexts({ before, after }: { before: string | null; after: string | null }) {
  const lines = textLines(before, after);
  return lines.length > 0 ? <HunkLines header={headerOf(lines)} lines={lines} /> : null;
}
