import { de } from "@/messages/threads/de";
import { en, type ThreadWords } from "@/messages/threads/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ThreadWords> = { en, de };

/** Words of the list of chats come with it. */
export function useThreadWords(): ThreadWords {
  return WORDS[useMessages().locale] ?? en;
}
