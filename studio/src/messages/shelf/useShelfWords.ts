import { de } from "@/messages/shelf/de";
import { en, type ShelfWords } from "@/messages/shelf/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ShelfWords> = { en, de };

/** The words of deleting an app and bringing it back come when that is opened. */
export function useShelfWords(): ShelfWords {
  return WORDS[useMessages().locale] ?? en;
}
