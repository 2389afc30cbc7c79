import type { ShelfWords } from "@/messages/shelf/en";

export const de: ShelfWords = {
  deleteTitle: (name: string) => `${name} löschen?`,
  deleteText: "Sieben Tage lang lässt sie sich zurückholen. Danach ist nichts mehr von ihr da.",
  deleteLive: "Sie geht sofort offline. Sieben Tage lang lässt sie sich zurückholen und wieder veröffentlichen. Danach ist nichts mehr von ihr da.",
  deleteNow: "Löschen",
  deleting: "Löscht ...",
  deleteFailed: "Sie wurde nicht gelöscht.",
  deletedText: "Jede bleibt noch sieben Tage, nachdem sie gelöscht wurde.",
  deletedWhen: (when: string) => `gelöscht ${when}`,
  deletedFailed: "Die gelöschten Apps konnten nicht geladen werden.",
  noneDeleted: "Keine. Was du löschst, lässt sich hier sieben Tage lang zurückholen.",
  bringBack: "Zurückholen",
  bringBackApp: (name: string) => `${name} zurückholen`,
  bringBackFailed: "Sie wurde nicht zurückgeholt.",
};
