import type { HomeWords } from "@/messages/home/en";

export const de = {
  templates: {
    title: "Womit eine App beginnen kann",
    text: "Dein Satz macht daraus deine eigene App. Ohne Wahl entscheidet ChatBuilder nach dem, was du schreibst.",
    site: { name: "Eine Seite", text: "Für einen Betrieb, ein Ereignis oder ein Produkt: ein erster Blick, Abschnitte, Kontakt." },
    app: { name: "Eine App", text: "Für etwas, womit man arbeitet: Seiten, Listen und Formulare, die ihre Angaben im Browser behalten." },
    madeWith: (name) => `${name}, gemacht mit`,
    auto: "Automatisch wählen",
  },
} satisfies HomeWords;
