import { de } from "@/messages/planning/views/de";
import { en, type ViewWords } from "@/messages/planning/views/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ViewWords> = { en, de };

/** The words of all the ways to look at a plan. */
export function useViewWords(): ViewWords {
  return WORDS[useMessages().locale] ?? en;
}
