import type { SearchWords } from "@/messages/search/en";

export const de = {
  label: "Projekt durchsuchen",
  field: "Wonach gesucht wird",
  where: "In",
  everywhere: "Allem",
  kinds: { document: "Dokumente", note: "Notizen", memory: "Gedächtnis", decision: "Entscheidungen", message: "Nachrichten", task: "Aufgaben", plan_node: "Plan" },
  search: "Suchen",
  about: "Finde wieder, was einmal gesagt wurde",
  aboutText: "Durchsucht alles, was das Projekt weiß: Dokumente, Notizen, Gedächtnis, Entscheidungen, was in Chats gesagt wurde, Aufgaben und den Plan. Dateien der App werden unter „Code“ durchsucht.",
  searching: "Sucht",
  failed: "Die Suche ging nicht.",
  none: (words) => `Zu „${words}“ wurde nichts gefunden.`,
  noneText: "Gesucht wird nach ganzen Wörtern. Weniger oder andere finden vielleicht mehr.",
  noneOf: "Vielleicht steht es anderswo.",
  lookEverywhere: "Alles durchsuchen",
  found: (count) => (count === 1 ? "1 Stelle" : `${count} Stellen`),
  best: (count) => `Die besten ${count} Stellen`,
  incomplete: "Das Projekt hat mehr, als eine Suche durchsieht, darum kann Altes fehlen.",
} satisfies SearchWords;
