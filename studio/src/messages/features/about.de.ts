import type { About } from "@/domain/scaffold";

const SUPABASE = {
  VITE_SUPABASE_URL: { label: "Adresse des Projekts", help: "In Supabase: Project Settings, Data API, Project URL." },
  VITE_SUPABASE_ANON_KEY: { label: "Öffentlicher Schlüssel", help: "In Supabase: Project Settings, API Keys, der Schlüssel namens publishable (anon). Nie der namens service_role." },
};

/** What the server says of each feature in English, in German. */
export const about: Readonly<Record<string, About>> = {
  contact: {
    title: "Kontaktformular",
    description: "Besucher schreiben dir, und ein Formulardienst schickt es als E-Mail weiter.",
    service: "Formspree, oder jeder Formulardienst, der JSON annimmt",
    values: { VITE_CONTACT_FORM_URL: { label: "Adresse des Formulars", help: "Lege beim Dienst ein Formular an und kopiere seine Adresse." } },
    next: ["Schicke dir eine Nachricht, und bestätige deine E-Mail-Adresse, wenn der Dienst danach fragt.", "Nenne das Formular in deiner Datenschutzerklärung."],
  },
  mail: {
    title: "E-Mail nach Vorlage",
    description: "Was Besucher schreiben, kommt als E-Mail an, die du gestaltet hast.",
    service: "EmailJS",
    values: {
      VITE_EMAILJS_SERVICE: { label: "Kennung des Dienstes", help: "In EmailJS: Email Services." },
      VITE_EMAILJS_TEMPLATE: { label: "Kennung der Vorlage", help: "In EmailJS: Email Templates. Sie benutzt {{from_name}}, {{reply_to}} und {{message}}." },
      VITE_EMAILJS_PUBLIC_KEY: { label: "Öffentlicher Schlüssel", help: "In EmailJS: Account, General." },
    },
    next: ["Erlaube in EmailJS nur der Adresse deiner App zu senden.", "Schicke dir selbst eine."],
  },
  "sign-in": {
    title: "Anmeldung",
    description: "Menschen legen ein Konto an und melden sich mit E-Mail und Passwort an.",
    service: "Supabase",
    values: SUPABASE,
    next: ["Trage in Supabase unter Authentication, URL Configuration die Adresse deiner App ein.", "Lege ein Konto an und melde dich an."],
  },
  database: {
    title: "Datenbank",
    description: "Für den Anfang ein Gästebuch: Was Besucher schreiben, bleibt und ist für alle zu lesen.",
    service: "Supabase",
    values: { ...SUPABASE, VITE_SUPABASE_TABLE: { label: "Tabelle", help: "Eine Tabelle mit den Spalten id, name und message. Leer gelassen: notes." } },
    next: ["Lege in Supabase die Tabelle mit den Spalten id, name (text) und message (text) an.", "Schalte row level security ein, mit einer Regel zum Lesen und einer zum Hinzufügen."],
  },
  payments: {
    title: "Zahlungslink",
    description: "Ein Knopf führt zu einer Seite, auf der man bezahlt. Keine Karte berührt je deine App.",
    service: "Stripe, oder jeder Dienst mit Zahlungslinks",
    values: {
      VITE_PAYMENT_LINK: { label: "Zahlungslink", help: "Lege beim Dienst einen Zahlungslink an und kopiere ihn." },
      VITE_PAYMENT_TITLE: { label: "Was verkauft wird", help: "Die Überschrift über dem Knopf. Leer gelassen: Buy now." },
    },
    next: ["Probiere es mit einem Link des Testmodus.", "Stelle ein, wohin man danach zurückkommt: zur Adresse deiner App."],
  },
  map: {
    title: "Karte",
    description: "Eine Karte mit deinem Ort darauf.",
    service: "OpenStreetMap, ohne Schlüssel",
    values: {
      VITE_MAP_LATITUDE: { label: "Breitengrad", help: "Die erste Zahl, wenn du auf einer Karte mit der rechten Taste auf einen Ort klickst." },
      VITE_MAP_LONGITUDE: { label: "Längengrad", help: "Die zweite Zahl." },
      VITE_MAP_LABEL: { label: "Name des Ortes", help: "Leer gelassen: We are here." },
    },
    next: ["Die Kacheln von OpenStreetMap sind bei mäßiger Nutzung frei, mit seinem Namen auf der Karte. Wähle für viele Besucher einen Kacheldienst."],
  },
  analytics: {
    title: "Besucherzahlen",
    description: "Wie viele kommen, ohne Cookies.",
    service: "Plausible",
    values: { VITE_PLAUSIBLE_DOMAIN: { label: "Website", help: "Der Name der Website, wie du ihn in Plausible eingetragen hast." } },
    next: ["Öffne deine veröffentlichte App und sieh dann auf die Seite von Plausible.", 'Zähle, worauf es ankommt, mit count("Order").'],
  },
  errors: {
    title: "Fehlerberichte",
    description: "Du erfährst, wenn im Browser eines Besuchers etwas kaputtgeht.",
    service: "Sentry, GlitchTip, oder was sonst Sentrys Berichte annimmt",
    values: { VITE_SENTRY_DSN: { label: "DSN", help: "In Sentry: Project Settings, Client Keys (DSN). Er ist öffentlich." } },
    next: ["Nenne die Fehlerberichte in deiner Datenschutzerklärung."],
  },
  languages: {
    title: "Sprachen",
    description: "Für den Anfang Englisch und Deutsch, und eine Auswahl dazwischen.",
    service: "Keiner: Die Wörter stehen in deiner App",
    values: {},
    next: ["Bitte den Agenten, die Wörter deiner Seiten nach src/features/languages/words.ts zu bringen."],
  },
  install: {
    title: "Installierbare App",
    description: "Besucher können die App auf ihren Startbildschirm legen, und sie öffnet sich ohne Netz.",
    service: "Keiner",
    values: {},
    next: ["Gib der App ihren Namen in public/manifest.webmanifest und ihr Bild in public/app-icon.svg."],
  },
  blog: {
    title: "Blog",
    description: "Artikel, die du in Markdown schreibst.",
    service: "Keiner: Die Artikel stehen in deiner App",
    values: {},
    next: ["Schreibe deinen ersten Artikel, oder bitte den Agenten darum."],
  },
  charts: {
    title: "Diagramme",
    description: "Zahlen als Balken, mit einer Tabelle daneben.",
    service: "Keiner: Die Zahlen stehen in deiner App",
    values: {},
    next: ["Trage deine Zahlen in src/features/charts/numbers.ts ein, oder bitte den Agenten darum."],
  },
};
