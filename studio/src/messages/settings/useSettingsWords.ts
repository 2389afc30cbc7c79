import { de } from "@/messages/settings/de";
import { en, type SettingsWords } from "@/messages/settings/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, SettingsWords> = { en, de };

/** The words of an app's settings: with their pane, not with the first page. */
export function useSettingsWords(): SettingsWords {
  return WORDS[useMessages().locale] ?? en;
}
