import type { ConsoleWords } from "@/messages/console/en";

export const de = {
  levelsShown: "Was gezeigt wird",
  levels: { debug: "Debug", log: "Log", info: "Info", warn: "Warnungen", error: "Fehler", network: "Netzwerk" },
  clear: "Konsole leeren",
  lines: "Zeilen der Konsole",
  wholeLine: "Die ganze Zeile",
  noLines: "Die Seite hat nichts gesagt.",
  noConsole: "Diese Seite spricht nicht mit dem Studio, darum ist von ihrer Konsole nichts bekannt.",
  filtered: "Keine Zeile dieser Stufen.",
  gone: (count: number) => (count === 1 ? "1 frühere Zeile ist nicht mehr da." : `${count} frühere Zeilen sind nicht mehr da.`),
} satisfies ConsoleWords;
