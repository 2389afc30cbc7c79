import type { ReadingWords } from "@/messages/reading/en";

export const de = {
  title: "Dein Text wird gelesen",
  of: (done, of) => `${done} von ${of} Teilen gelesen`,
  joining: "Alle Teile sind gelesen. Was gefunden wurde, wird zusammengefügt.",
  text: (most) => `Ein Modell liest ihn Teil für Teil und notiert, was gebaut werden soll. Das dauert einige Minuten und geht weiter, wenn du diese Seite schließt.${most === null ? "" : ` ${most} ist eine Grenze, an der es aufhört, kein Preis.`}`,
  toPlan: "Den Plan sehen, so weit er ist",
} satisfies ReadingWords;
