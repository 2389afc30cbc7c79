import { de } from "@/messages/knowledge/de";
import { en, type KnowledgeWords } from "@/messages/knowledge/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, KnowledgeWords> = { en, de };

/** The words of notes and memory: with their pane, not with the first page. */
export function useKnowledgeWords(): KnowledgeWords {
  return WORDS[useMessages().locale] ?? en;
}
