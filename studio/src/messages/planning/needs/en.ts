import type { Need } from "@/domain/needs";

const names: Record<Need, string> = {
  server: "a server",
  database: "a database",
  accounts: "accounts with sign-in",
  payments: "payments at a server",
  mail: "mail that is sent",
  schedule: "work at set times",
};

export const en = {
  names,
  title: "What it needs beyond a browser",
  needs: (list: string, count: number) => `${count === 1 ? "needs" : "need"} ${list}, which a published app here has not: it runs in the visitor's browser alone.`,
  it: "It",
  phase: "This phase",
  has: "A published app runs in the visitor's browser alone. More than that need:",
  quoted: (title: string) => `\u201c${title}\u201d`,
  rest: "All else in it works without.",
  way: "What works without it is built, and the app says what it does not do. For the rest decide on a service of another provider first, or leave it out of the plan.",
  say: "Say what it needs beyond a browser",
  change: "Change what it needs",
  close: "Done",
  changeFailed: "It was not changed.",
  parts: (count: number) => (count === 1 ? "1 part needs more than a published app has." : `${count} parts need more than a published app has.`),
  unknowns: "Before you begin",
  open: (count: number) => (count === 1 ? "The text leaves 1 question open." : `The text leaves ${count} questions open.`),
  doubled: (count: number) => (count === 1 ? "The text contradicts itself in 1 place." : `The text contradicts itself in ${count} places.`),
  question: "The text leaves this open",
  twoThings: "The text says two things",
  questionHint: "Your answer becomes a decision of the project. Tasks and code go by it from then on, whatever the text says: you need not say it again elsewhere. Tasks that are written already stay as they are.",
  places: "It says",
  waiting: "Parts that wait for the answer",
  decided: "Parts that it is about",
  openHere: "Open about this",
  decidedHere: "Decided about this",
  waits: "waits for an answer",
  yours: "Your answer",
  tooLong: "At most 300 characters.",
  answer: "Answer it",
  answered: "Answered",
  again: "Answer anew",
  saving: "Saving ...",
  cancel: "Discard",
  answerFailed: "Your answer was not taken. It is still here.",
};

export type NeedWords = typeof en;
