import { de } from "@/messages/check/de";
import { en, type CheckWords } from "@/messages/check/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, CheckWords> = { en, de };

/** The words of recording a check: with that dialog, not with the first page. */
export function useCheckWords(): CheckWords {
  return WORDS[useMessages().locale] ?? en;
}
