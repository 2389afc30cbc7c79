import { de } from "@/messages/search/de";
import { en, type SearchWords } from "@/messages/search/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, SearchWords> = { en, de };

/** The words of the search: with its pane, not with the first page. */
export function useSearchWords(): SearchWords {
  return WORDS[useMessages().locale] ?? en;
}
