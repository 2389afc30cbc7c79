import { de } from "@/messages/panes/de";
import { en, type Panes } from "@/messages/panes/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, Panes> = { en, de };

/** The words of history and code: with those panes, not with the first page. */
export function usePanes(): Panes {
  return WORDS[useMessages().locale] ?? en;
}
