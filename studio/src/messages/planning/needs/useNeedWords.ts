import { de } from "@/messages/planning/needs/de";
import { en, type NeedWords } from "@/messages/planning/needs/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, NeedWords> = { en, de };

/** The words for what a plan needs and what its text leaves open. */
export function useNeedWords(): NeedWords {
  return WORDS[useMessages().locale] ?? en;
}
