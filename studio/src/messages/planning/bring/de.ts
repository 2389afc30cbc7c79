import type { BringWords } from "@/messages/planning/bring/en";

export const de = {
  bringTitle: "Was gebaut werden soll",
  name: "Name",
  text: "Der Text",
  textHint: "Markdown oder einfacher Text, bis 5 MB.",
  file: "Datei wählen",
  begin: "Lesen",
  beginning: "Wird abgelegt ...",
  nameMissing: "Er braucht einen Namen.",
  textMissing: "Es braucht einen Text.",
  tooLong: "Er ist länger als 5 MB.",
  bringFailed: "Er wurde nicht angenommen. Was du geschrieben hast, steht noch hier.",
  otherText: "Lieber tippen",
  cancel: "Verwerfen",
} satisfies BringWords;
