import { de } from "@/messages/keys/de";
import { en, type KeysWords } from "@/messages/keys/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, KeysWords> = { en, de };

/** The words about keys: with their sheet and the menu, not with the first page. */
export function useKeysWords(): KeysWords {
  return WORDS[useMessages().locale] ?? en;
}
