export const en = {
  templates: {
    title: "What an app may start from",
    text: "Your sentence turns it into your own app. Left alone, ChatBuilder chooses by what you write.",
    site: { name: "A page", text: "For a business, an event or a product: a first screen, sections, contact." },
    app: { name: "An app", text: "For something one works with: pages, lists and forms that keep what is entered in the browser." },
    madeWith: (name: string) => `${name}, made with`,
    auto: "Let it choose",
  },
};

export type HomeWords = typeof en;
