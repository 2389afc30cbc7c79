import { de } from "@/messages/work/de";
import { en, type Work } from "@/messages/work/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, Work> = { en, de };

/** The words of the panes about runs, money and the project: with those panes, not with the first page. */
export function useWork(): Work {
  return WORDS[useMessages().locale] ?? en;
}
