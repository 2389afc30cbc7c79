export const en = {
  title: "Packages it is made of",
  text: "An app is on one line of packages that fit each other. Another line has other major versions, so its code may have to change.",
  failed: "The packages of this app could not be read.",
  now: { current: "This app is made of current packages", classic: "This app is made of classic, older packages" },
  change: { current: "Change to current packages", classic: "Change to classic packages" },
  before: "What changes",
  fewer: (count: number) => (count === 1 ? "and one package in a smaller step" : `and ${count} packages in smaller steps`),
  absent: "not there",
  promise:
    "The draft is built, checked and opened with them first. Only if all of that works does it become your draft, as a new version that can be taken back. What visitors see stays as it is.",
  working: "Building it with the other packages ...",
  kept: "The draft is made of them now.",
  keptText: "It was built and checked first. The version before is in History, and visitors still see what is published.",
  red: (count: number) => (count === 1 ? "It does not work with them yet: one thing is wrong. Your draft is as it was." : `It does not work with them yet: ${count} things are wrong. Your draft is as it was.`),
  wrong: "What is wrong",
  noted: "What was changed on the way",
  ask: "Ask the agent to finish",
  askText: "The draft changes to these packages, unfinished, and the agent goes on with it. The version before stays in History, and what visitors see stays as it is.",
  asking: "Asking ...",
  leave: "Leave it as it is",
  asked: "The agent goes on with it in the conversation.",
  notAsked: "The agent was not asked.",
  notChanged: "The packages were not changed.",
  running: "The agent is at work in this app. Change the packages when it has ended.",
  moved: "The draft has changed meanwhile. Look again at what changes, then try again.",
};

export type LineWords = typeof en;
