import { de } from "@/messages/mend/de";
import { en, type Mend } from "@/messages/mend/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, Mend> = { en, de };

/** The words of repairs and pictures: with those parts, not with the first page. */
export function useMend(): Mend {
  return WORDS[useMessages().locale] ?? en;
}
