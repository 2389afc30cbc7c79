import { de } from "@/messages/autopilot/de";
import { type AutopilotWords, en } from "@/messages/autopilot/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, AutopilotWords> = { en, de };

export const autopilotWords = (locale: string): AutopilotWords => WORDS[locale] ?? en;

/** The words of the autopilot and the overview: with them, not with the first page. */
export function useAutopilotWords(): AutopilotWords {
  return autopilotWords(useMessages().locale);
}
