import type { KpiWords } from "@/messages/kpis/en";

export const de = {
  title: "Wie gut Läufe gelangen, die letzten 30 Tage",
  loadFailed: "Wie gut Läufe gelangen, konnte nicht geladen werden.",
  none: "In diesen Tagen ist kein Lauf zu Ende gegangen. Danach siehst du hier, wie oft Änderungen behalten werden, wie lange sie dauern und was sie kosten.",
  lead: (runs, asked, kept) => `${runs === 1 ? "1 Lauf" : `${runs} Läufe`}. ${asked} ${asked === 1 ? "sollte" : "sollten"} etwas ändern, ${kept} davon ${kept === 1 ? "wurde" : "wurden"} behalten.`,
  show: "Nach Tagen zeigen",
  day: "Tag",
  runs: "Läufe",
  kept: "Behalten",
  unknown: "nichts zu sagen",
  unknownAll: "Dazu gibt es in diesen Tagen nichts zu sagen.",
  notKnown: "nicht bekannt",
  unpriced: (runs) => `nicht bekannt: ${runs === 1 ? "1 Lauf" : `${runs} Läufe`} eines Modells ohne Preis`,
  unpricedAll: "Was behaltene Änderungen in diesen Tagen gekostet haben, ist nicht bekannt.",
  givePrice: "Ein gefragtes Modell hat hier keinen Preis, darum ist nicht bekannt, was behaltene Änderungen kosten. Wer diesen Server betreibt, kann ihm einen geben (\"price\" in MODELS); was Läufe von da an kosten, wird gezählt.",
  measures: {
    success: { name: "Behalten", about: "von denen, die etwas ändern sollten", worst: (day, amount) => `Am wenigsten behalten am ${day}: ${amount}.` },
    firstPass: { name: "Beim ersten Versuch", about: "keine Prüfung hat Nein gesagt", worst: (day, amount) => `Am seltensten beim ersten Versuch am ${day}: ${amount}.` },
    compile: { name: "Übersetzt", about: "von denen, die Dateien geändert haben", worst: (day, amount) => `Am wenigsten übersetzt am ${day}: ${amount}.` },
    selfHeal: { name: "Selbst behoben", about: "von denen, bei denen eine Prüfung Nein sagte", worst: (day, amount) => `Am seltensten selbst behoben am ${day}: ${amount}.` },
    reverted: { name: "Später zurückgenommen", about: "von den behaltenen", worst: (day, amount) => `Am meisten zurückgenommen vom ${day}: ${amount}.` },
    firstWord: { name: "Bis zum ersten Wort", about: "die Hälfte schneller", worst: (day, amount) => `Am längsten bis zum ersten Wort am ${day}: ${amount}.` },
    edit: { name: "Bis zur Änderung", about: "19 von 20 schneller, ohne Warten auf dich", worst: (day, amount) => `Am längsten bis zur Änderung am ${day}: ${amount}.` },
    price: { name: "Kosten einer behaltenen", about: "Gescheiterte eingerechnet", worst: (day, amount) => `Am teuersten war eine behaltene Änderung am ${day}: ${amount}.` },
  },
} satisfies KpiWords;
