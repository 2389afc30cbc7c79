import type { HelpWords } from "@/messages/help/en";

export const de = {
  title: "Hilfe",
  chapters: "Kapitel",
  search: "Hilfe durchsuchen",
  found: (count) => (count === 0 ? "Nichts in der Hilfe hat diese Worte." : count === 1 ? "1 Stelle hat diese Worte." : `${count} Stellen haben diese Worte.`),
  next: (title) => `Weiter: ${title}`,
  more: "Wie das geht",
  language: "Das Handbuch gibt es bisher nur auf Englisch; es nennt, was das Studio auf Englisch zeigt.",
} satisfies HelpWords;
