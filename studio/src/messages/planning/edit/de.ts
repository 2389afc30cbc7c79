import type { EditWords } from "@/messages/planning/edit/en";

export const de = {
  open: "Bearbeiten",
  form: "Der Wortlaut dieses Teils",
  lead: "Aufgaben und Code richten sich nach dem, was hier steht. Dein Text selbst bleibt, wie er ist.",
  title: "Titel",
  summary: "Worum es geht",
  done: "Erledigt, wenn",
  doneHint: "Je eine Zeile.",
  faults: { empty: "Es braucht einen Titel.", long: "Das ist zu lang.", many: "Höchstens 50 Zeilen." },
  save: "Speichern",
  saving: "Wird gespeichert ...",
  cancel: "Verwerfen",
  failed: "Es wurde nicht gespeichert. Was du geschrieben hast, steht noch hier.",
  clash: "Es wurde inzwischen geändert, von jemand anderem oder durch seine Aufgaben. Was du geschrieben hast, steht noch hier: Speichere es noch einmal, dann tritt es an die Stelle dessen, was jetzt dort steht.",
} satisfies EditWords;
