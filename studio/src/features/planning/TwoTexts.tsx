import { headerOf, textLines } from "@/domain/textLines";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { HunkLines } from "@/ui/HunkLines";

/** What became of a text, line by line, with the words that differ marked; a heading may keep its words while what is below changes. */
export function TwoTexts({ before, after }: { before: string | null; after: string | null }) {
  const { changes } = useReviewWords();
  const lines = textLines(before?.trim() ?? null, after?.trim() ?? null);
  if (lines.every((line) => line.startsWith(" "))) return <p className="p-3 text-sm text-muted">{lines.length > 0 ? changes.below : changes.noText}</p>;
  return <HunkLines header={headerOf(lines)} lines={lines} />;
}
