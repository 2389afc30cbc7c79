import type { ThreadWords } from "@/messages/threads/en";

export const de: ThreadWords = {
  untitled: "Ohne Namen",
  nameLabel: "Name des Chats",
  findHint: "Namen, Nachrichten und Antworten mit allen diesen Wörtern",
  foundSome: "Nur die neuesten Chats und Nachrichten wurden durchsucht.",
  none: "Noch keine Chats. Die erste Nachricht beginnt einen.",
  listFailed: "Deine Chats konnten nicht geladen werden. Nichts davon ist verloren.",
  removeSure: "Der Chat verschwindet aus deinen Listen, und der Agent erfährt nicht mehr, was darin gesagt wurde. Deine App, ihr Verlauf und die Vorschläge bleiben, und du kannst den Chat zurückholen.",
  removedChats: "Entfernte Chats",
  backToChats: "Zurück zu den Chats",
  noneRemoved: "Kein Chat wurde entfernt.",
};
