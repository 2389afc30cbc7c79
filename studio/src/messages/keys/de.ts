import type { KeysWords } from "@/messages/keys/en";

export const de = {
  title: "Tastenkürzel",
  always: "Immer",
  single: "Einzelne Tasten",
  off: "Sie sind aus, damit ein Buchstabe, der neben ein Feld getippt wird, nichts tut. Schalte sie hier ein oder im Menü oben rechts.",
  on: "Sie sind an. Während du schreibst oder ein Fenster offen ist, tun sie nichts. Schalte sie hier aus oder im Menü oben rechts.",
} satisfies KeysWords;
