import type { LineWords } from "@/messages/lines/en";

export const de = {
  title: "Pakete, aus denen sie besteht",
  text: "Eine App besteht aus einer Reihe von Paketen, die zueinander passen. Eine andere Reihe hat andere Hauptversionen, darum muss sich ihr Code vielleicht ändern.",
  failed: "Die Pakete dieser App konnten nicht gelesen werden.",
  now: { current: "Diese App besteht aus aktuellen Paketen", classic: "Diese App besteht aus klassischen, älteren Paketen" },
  change: { current: "Auf aktuelle Pakete umstellen", classic: "Auf klassische Pakete umstellen" },
  before: "Was sich ändert",
  fewer: (count) => (count === 1 ? "und ein Paket in einem kleineren Schritt" : `und ${count} Pakete in kleineren Schritten`),
  absent: "fehlt dort",
  promise:
    "Zuerst wird der Entwurf damit gebaut, geprüft und geöffnet. Nur wenn das alles gelingt, wird daraus dein Entwurf, als neue Version, die du zurücknehmen kannst. Was Besucher sehen, bleibt.",
  working: "Wird mit den anderen Paketen gebaut ...",
  kept: "Der Entwurf besteht jetzt daraus.",
  keptText: "Er wurde zuerst gebaut und geprüft. Die Version davor steht im Verlauf, und Besucher sehen weiter, was veröffentlicht ist.",
  red: (count) => (count === 1 ? "Damit geht es noch nicht: Eine Sache stimmt nicht. Dein Entwurf ist, wie er war." : `Damit geht es noch nicht: ${count} Dinge stimmen nicht. Dein Entwurf ist, wie er war.`),
  wrong: "Was nicht stimmt",
  noted: "Was dabei geändert wurde",
  ask: "Vom Agenten fertigstellen lassen",
  askText: "Der Entwurf wird unfertig auf diese Pakete umgestellt, und der Agent macht damit weiter. Die Version davor bleibt im Verlauf, und was Besucher sehen, bleibt.",
  asking: "Wird beauftragt ...",
  leave: "So lassen, wie es ist",
  asked: "Der Agent macht in der Unterhaltung damit weiter.",
  notAsked: "Der Agent wurde nicht beauftragt.",
  notChanged: "Die Pakete wurden nicht umgestellt.",
  running: "Der Agent arbeitet gerade in dieser App. Stell die Pakete um, wenn er fertig ist.",
  moved: "Der Entwurf hat sich inzwischen geändert. Sieh noch einmal, was sich ändert, und versuch es dann wieder.",
} satisfies LineWords;
