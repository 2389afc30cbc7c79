import { de } from "@/messages/ready/de";
import { en, type Ready } from "@/messages/ready/en";
import { useMessages } from "@/messages/useMessages";

const WORDS: Record<string, Ready> = { en, de };

/** The words of what is looked at before an app is published: with that dialog, not with the first page. */
export function useReady(): Ready {
  return WORDS[useMessages().locale] ?? en;
}
