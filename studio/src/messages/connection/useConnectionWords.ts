import { de } from "@/messages/connection/de";
import { type ConnectionWords, en } from "@/messages/connection/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, ConnectionWords> = { en, de };

/** The words of the connection test: with it, not with the first page. */
export function useConnectionWords(): ConnectionWords {
  return WORDS[useMessages().locale] ?? en;
}
