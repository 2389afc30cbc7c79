import { de } from "@/messages/code/de";
import { en, type CodeWords } from "@/messages/code/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, CodeWords> = { en, de };

/** The words of the code pane: with it, not with the first page. */
export function useCodeWords(): CodeWords {
  return WORDS[useMessages().locale] ?? en;
}
