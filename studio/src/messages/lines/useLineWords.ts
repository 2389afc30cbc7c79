import { de } from "@/messages/lines/de";
import { en, type LineWords } from "@/messages/lines/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, LineWords> = { en, de };

/** The words about the packages that an app is made of: with the part that shows them. */
export function useLineWords(): LineWords {
  return WORDS[useMessages().locale] ?? en;
}
