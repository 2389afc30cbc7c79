import { de } from "@/messages/history/de";
import { en, type HistoryWords } from "@/messages/history/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, HistoryWords> = { en, de };

/** The words of the history: with it, not with the first page. */
export function useHistoryWords(): HistoryWords {
  return WORDS[useMessages().locale] ?? en;
}
