import { de } from "@/messages/help/de";
import { en, type HelpWords } from "@/messages/help/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, HelpWords> = { en, de };

/** The words around the manual: with its page and the ways to it, not with the first page. */
export function useHelpWords(): HelpWords {
  return WORDS[useMessages().locale] ?? en;
}
