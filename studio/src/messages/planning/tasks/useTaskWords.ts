import { de } from "@/messages/planning/tasks/de";
import { en, type TaskWords } from "@/messages/planning/tasks/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, TaskWords> = { en, de };

/** The words that only lists of tasks and their pages have. */
export function useTaskWords(): TaskWords {
  return WORDS[useMessages().locale] ?? en;
}
