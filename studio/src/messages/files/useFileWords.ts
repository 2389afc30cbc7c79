import { de } from "@/messages/files/de";
import { en, type FileWords } from "@/messages/files/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, FileWords> = { en, de };

/** Why a file is not taken: with what takes one, not with the first page. */
export function useFileWords(): FileWords {
  return WORDS[useMessages().locale] ?? en;
}
