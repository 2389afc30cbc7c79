import { de } from "@/messages/features/de";
import { en, type FeatureWords } from "@/messages/features/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, FeatureWords> = { en, de };

/** The words of the features that are set up from ready code: with their pane, not with the first page. */
export function useFeatureWords(): FeatureWords {
  return WORDS[useMessages().locale] ?? en;
}
