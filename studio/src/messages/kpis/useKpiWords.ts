import { de } from "@/messages/kpis/de";
import { en, type KpiWords } from "@/messages/kpis/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, KpiWords> = { en, de };

/** The words about how well runs went: with that part, not with the rest of the usage. */
export function useKpiWords(): KpiWords {
  return WORDS[useMessages().locale] ?? en;
}
