import { de } from "@/messages/planning/review/de";
import { en, type ReviewWords } from "@/messages/planning/review/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ReviewWords> = { en, de };

/** The words of what changed in a plan, and of changes that are asked for: with these, not with the plan. */
export function useReviewWords(): ReviewWords {
  return WORDS[useMessages().locale] ?? en;
}
