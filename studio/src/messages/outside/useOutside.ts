import { de } from "@/messages/outside/de";
import { en, type Outside } from "@/messages/outside/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, Outside> = { en, de };

/** The words of one quiet line, with the proposals that need it. */
export function useOutside(): Outside {
  return WORDS[useMessages().locale] ?? en;
}
