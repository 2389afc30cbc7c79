import { de } from "@/messages/planning/edit/de";
import { en, type EditWords } from "@/messages/planning/edit/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, EditWords> = { en, de };

/** The words for changing the words of a part. */
export function useEditWords(): EditWords {
  return WORDS[useMessages().locale] ?? en;
}
