import { de } from "@/messages/planning/bring/de";
import { type BringWords, en } from "@/messages/planning/bring/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, BringWords> = { en, de };

/** The words of the form in which a text is brought: with that, not with the plan. */
export function useBringWords(): BringWords {
  return WORDS[useMessages().locale] ?? en;
}
