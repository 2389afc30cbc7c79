import { de } from "@/messages/console/de";
import { en, type ConsoleWords } from "@/messages/console/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ConsoleWords> = { en, de };

/** The words of a page's console: with its panel, not with the first page. */
export function useConsoleWords(): ConsoleWords {
  return WORDS[useMessages().locale] ?? en;
}
