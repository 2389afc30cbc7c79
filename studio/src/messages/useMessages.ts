import { createContext, use } from "react";
import { de } from "@/messages/de";
import { en, type Messages } from "@/messages/en";

export const LANGUAGES = { en: { name: "English", messages: en }, de: { name: "Deutsch", messages: de } } as const;
export type { Messages } from "@/messages/en";
export type Language = keyof typeof LANGUAGES;

export const MessagesContext = createContext<Messages>(en);

export function useMessages(): Messages {
  return use(MessagesContext);
}

/** The first of the browser's languages that there is a catalogue for. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in LANGUAGES);
  return (known ?? "en") as Language;
}
