import type { Outside } from "@/messages/outside/en";

export const de: Outside = {
  files: "Berührt, obwohl der Auftrag nicht davon spricht:",
  checks: (titles: string) => `Ändert, was frühere Abnahmeprüfungen festhalten: ${titles}`,
};
