import { de } from "@/messages/home/de";
import { en, type HomeWords } from "@/messages/home/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, HomeWords> = { en, de };

/** What is only said when it is asked for: with it, not with the first page. */
export function useHomeWords(): HomeWords {
  return WORDS[useMessages().locale] ?? en;
}
