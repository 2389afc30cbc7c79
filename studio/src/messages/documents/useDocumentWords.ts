import { de } from "@/messages/documents/de";
import { type DocumentWords, en } from "@/messages/documents/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, DocumentWords> = { en, de };

/** The words of documents: with their pane, not with the first page. */
export function useDocumentWords(): DocumentWords {
  return WORDS[useMessages().locale] ?? en;
}
