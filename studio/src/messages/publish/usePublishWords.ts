import { de } from "@/messages/publish/de";
import { en, type PublishWords } from "@/messages/publish/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, PublishWords> = { en, de };

/** The words of the dialog that publishes come with it. */
export function usePublishWords(): PublishWords {
  return WORDS[useMessages().locale] ?? en;
}
