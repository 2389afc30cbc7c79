export const en = {
  imports: {
    notImported: "Not imported",
    refused: "This archive could not be taken.",
    large: "The archive is larger than 4 MB. Leave out node_modules, dist and large pictures; the API takes up to 20 MB.",
    stands: {
      building: (name: string) => `${name} is imported and is being built`,
      built: (name: string) => `${name} is imported and built`,
      failed: (name: string) => `${name} is imported, but its build failed`,
    },
    building: "The build is running. You can open the app meanwhile.",
    built: "The build passed.",
    failed: "Nothing of your project was lost.",
    fix: "Open it and press Fix: the agent repairs the build.",
    unfinished: (name: string) => `${name} is here, and not finished`,
    missing: (count: number) =>
      count === 1
        ? "One thing keeps it from being built. Nothing of your project was lost."
        : `${count} things keep it from being built. Nothing of your project was lost.`,
    wrong: "What keeps it from being built",
    changed: (count: number) => (count === 1 ? "One thing was changed or left out" : `${count} things were changed or left out`),
    ask: "Ask the agent to finish",
    asking: "Asking ...",
    notAsked: "The agent was not asked.",
    line: { current: "Use the current packages", classic: "Use the classic packages" },
    lineTold: {
      current: (made: string) => `It may also be built with today's packages: ${made}.`,
      classic: (made: string) => `It may also be built with older packages: ${made}.`,
    },
    notAgain: "It was not imported again.",
  },
  templates: {
    title: "What an app may start from",
    text: "Your sentence turns it into your own app. Left alone, ChatBuilder chooses by what you write.",
    site: { name: "A page", text: "For a business, an event or a product: a first screen, sections, contact." },
    app: { name: "An app", text: "For something one works with: pages, lists and forms that keep what is entered in the browser." },
    madeWith: (name: string) => `${name}, made with`,
    auto: "Let it choose",
    classic: (made: string) => `Made of older packages (${made}), for people who know these or have code for them`,
  },
  planFirst: {
    text: "A text as long as this can become a plan first: phases and features, each with the place that says so. Then they are built one by one.",
    action: "Make a plan of it",
    making: "Making the plan ...",
    failed: "The plan could not be made. Your text is still here.",
  },
};

export type HomeWords = typeof en;
