import type { Outside } from "@/messages/outside/en";

export const de: Outside = {
  files: "Berührt, obwohl der Auftrag nicht davon spricht:",
  checks: (titles: string) => `Ändert, was frühere Abnahmeprüfungen festhalten: ${titles}`,
  contacts: (host: string) => `Diese Änderung kontaktiert ${host}.`,
  wants: (host: string) => `Diese Seite möchte ${host} erreichen. Das hat noch niemand erlaubt.`,
  more: (count: number) => (count === 1 ? "Sie möchte 1 weiteren Host erreichen." : `Sie möchte ${count} weitere Hosts erreichen.`),
  allow: (host: string) => `${host} erlauben`,
};
