/** What the app says, by language. A key that is missing in one is said in English. */
export const words = {
  en: {
    title: "Welcome",
    greeting: "This page speaks your language.",
    language: "Language",
  },
  de: {
    title: "Willkommen",
    greeting: "Diese Seite spricht deine Sprache.",
    language: "Sprache",
  },
};
