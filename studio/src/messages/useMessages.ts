import { createContext, use } from "react";
import { en, type Messages } from "@/messages/en";

/** Each has its words in a file of its own; but for English, which stands in for all, they come when somebody reads that language. */
export const LANGUAGES = {
  en: { name: "English", load: async (): Promise<Messages> => en },
  de: { name: "Deutsch", load: async (): Promise<Messages> => (await import("@/messages/de")).de },
} as const;
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
