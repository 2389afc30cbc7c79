import type { AgainWords } from "@/messages/again/en";

export const de = {
  again: "Andere Antwort",
  againText: "Der Agent beantwortet diese Nachricht noch einmal, für etwa denselben Preis. Seine Antwort tritt an die Stelle dieser, sobald sie gesichert ist; bis dahin bleibt diese.",
  begun: "Sie wird noch einmal beantwortet.",
  failed: "Sie wird nicht noch einmal beantwortet. Diese Antwort bleibt.",
  reword: "Anders sagen",
} satisfies AgainWords;
