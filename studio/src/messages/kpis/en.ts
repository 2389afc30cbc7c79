import type { Measure } from "@/domain/kpis";

const measures: Record<Measure, { name: string; about: string; worst: (day: string, amount: string) => string }> = {
  success: { name: "Kept", about: "of those that were to change something", worst: (day, amount) => `Fewest were kept on ${day}: ${amount}.` },
  firstPass: { name: "At the first try", about: "no check said no", worst: (day, amount) => `Fewest went well at the first try on ${day}: ${amount}.` },
  compile: { name: "Compiled", about: "of those that changed files", worst: (day, amount) => `Fewest compiled on ${day}: ${amount}.` },
  selfHeal: { name: "Mended by itself", about: "of those in which a check said no", worst: (day, amount) => `Fewest mended themselves on ${day}: ${amount}.` },
  reverted: { name: "Taken back later", about: "of those that were kept", worst: (day, amount) => `Most were taken back of ${day}: ${amount}.` },
  firstWord: { name: "To the first word", about: "half of them sooner", worst: (day, amount) => `The first word took longest on ${day}: ${amount}.` },
  edit: { name: "To the change", about: "19 of 20 sooner, without waiting for you", worst: (day, amount) => `A change took longest on ${day}: ${amount}.` },
  price: { name: "Cost of a kept change", about: "what failed is in it", worst: (day, amount) => `A kept change was dearest on ${day}: ${amount}.` },
};

export const en = {
  title: "How well runs went, the last 30 days",
  loadFailed: "How well runs went could not be loaded.",
  none: "No run has ended in these days. Once one has, you see here how often changes are kept, how long they take and what they cost.",
  lead: (runs: number, asked: number, kept: number) => `${runs === 1 ? "1 run" : `${runs} runs`}. ${asked} ${asked === 1 ? "was" : "were"} to change something, ${kept} of them ${kept === 1 ? "was" : "were"} kept.`,
  show: "Show by day",
  day: "Day",
  runs: "Runs",
  kept: "Kept",
  unknown: "nothing to say",
  unknownAll: "There is nothing to say about this in these days.",
  notKnown: "not known",
  unpriced: (runs: number) => `not known: ${runs === 1 ? "1 run" : `${runs} runs`} of a model without a price`,
  unpricedAll: "What kept changes cost in these days is not known.",
  givePrice: "A model that was asked has no price here, so what kept changes cost is not known. Whoever runs this server can give it one (\"price\" in MODELS); what runs cost from then on is counted.",
  measures,
};

export type KpiWords = typeof en;
