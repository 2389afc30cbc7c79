import { de } from "@/messages/changes/de";
import { en, type ChangeWords } from "@/messages/changes/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ChangeWords> = { en, de };

/** The words of a proposal under review come with it. */
export function useChangeWords(): ChangeWords {
  return WORDS[useMessages().locale] ?? en;
}
