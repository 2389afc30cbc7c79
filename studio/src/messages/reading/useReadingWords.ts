import { de } from "@/messages/reading/de";
import { en, type ReadingWords } from "@/messages/reading/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ReadingWords> = { en, de };

/** The words about a reading: while there is one. */
export function useReadingWords(): ReadingWords {
  return WORDS[useMessages().locale] ?? en;
}
