import { de } from "@/messages/again/de";
import { type AgainWords, en } from "@/messages/again/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, AgainWords> = { en, de };

/** The words for answering once more: with that part, not with the first page. */
export function useAgainWords(): AgainWords {
  return WORDS[useMessages().locale] ?? en;
}
