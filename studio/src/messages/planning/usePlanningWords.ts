import { de } from "@/messages/planning/de";
import { en, type PlanningWords } from "@/messages/planning/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, PlanningWords> = { en, de };

/** The words of plans and tasks: with their panes, not with the first page. */
export function usePlanningWords(): PlanningWords {
  return WORDS[useMessages().locale] ?? en;
}
