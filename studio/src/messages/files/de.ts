import type { FileWords } from "@/messages/files/en";

export const de = {
  refused: {
    empty: (name) => `„${name}“ ist leer: Kein einziges Wort steht darin.`,
    long: (name) => `„${name}“ hat mehr als 5 MB. Nimm eine kürzere Datei oder füge den Teil ein, auf den es ankommt.`,
    notText: (name) => `„${name}“ ist kein Text, der hier gelesen werden kann. Nimm eine .md- oder .txt-Datei in UTF-8; aus einem PDF oder einer Word-Datei füge die Worte ein.`,
    unreadable: (name) => `„${name}“ konnte nicht gelesen werden: Es ist vielleicht ein Ordner oder wurde inzwischen verschoben. Wähle die Datei noch einmal.`,
  },
} satisfies FileWords;
