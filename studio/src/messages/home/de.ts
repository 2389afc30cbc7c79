import type { HomeWords } from "@/messages/home/en";

export const de = {
  imports: {
    notImported: "Nicht importiert",
    refused: "Dieses Archiv ließ sich nicht übernehmen.",
    large: "Das Archiv ist größer als 4 MB. Lass node_modules, dist und große Bilder weg; die API nimmt bis zu 20 MB.",
    stands: {
      building: (name) => `${name} ist importiert und wird gebaut`,
      built: (name) => `${name} ist importiert und gebaut`,
      failed: (name) => `${name} ist importiert, aber der Build ist fehlgeschlagen`,
    },
    building: "Der Build läuft. Du kannst die App schon öffnen.",
    built: "Der Build ist fertig.",
    failed: "Von deinem Projekt ging nichts verloren.",
    fix: "Öffne es und wähle „Beheben“: Der Agent repariert den Build.",
    unfinished: (name) => `${name} ist da, aber noch nicht fertig`,
    missing: (count) =>
      count === 1
        ? "Eine Sache verhindert, dass die App gebaut wird. Von deinem Projekt ging nichts verloren."
        : `${count} Dinge verhindern, dass die App gebaut wird. Von deinem Projekt ging nichts verloren.`,
    wrong: "Was verhindert, dass sie gebaut wird",
    changed: (count) => (count === 1 ? "Eine Sache wurde geändert oder weggelassen" : `${count} Dinge wurden geändert oder weggelassen`),
    ask: "Vom Agenten fertigstellen lassen",
    asking: "Wird beauftragt ...",
    notAsked: "Der Agent wurde nicht beauftragt.",
    line: { current: "Die aktuellen Pakete nehmen", classic: "Die klassischen Pakete nehmen" },
    lineTold: {
      current: (made) => `Die App kann auch mit den heutigen Paketen gebaut werden: ${made}.`,
      classic: (made) => `Die App kann auch mit älteren Paketen gebaut werden: ${made}.`,
    },
    notAgain: "Das Projekt wurde nicht noch einmal importiert.",
  },
  templates: {
    title: "Womit eine App beginnen kann",
    text: "Dein Satz macht daraus deine eigene App. Ohne Wahl entscheidet ChatBuilder nach dem, was du schreibst.",
    site: { name: "Eine Seite", text: "Für einen Betrieb, ein Ereignis oder ein Produkt: ein erster Blick, Abschnitte, Kontakt." },
    app: { name: "Eine App", text: "Für etwas, womit man arbeitet: Seiten, Listen und Formulare, die ihre Angaben im Browser behalten." },
    madeWith: (name) => `${name}, gemacht mit`,
    auto: "Automatisch wählen",
    classic: (made) => `Aus älteren Paketen (${made}), für alle, die sie kennen oder Code dafür haben`,
  },
  planFirst: {
    text: "Ein so langer Text kann erst ein Plan werden: Phasen und Funktionen, jede mit der Stelle, die es sagt. Dann wird eine nach der anderen gebaut.",
    action: "Erst einen Plan daraus machen",
    making: "Der Plan entsteht ...",
    failed: "Der Plan konnte nicht angelegt werden. Dein Text ist noch hier.",
  },
} satisfies HomeWords;
