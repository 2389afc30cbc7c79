/** The words on the page. The sections in src/sections show them. */

export const site = {
  name: "Climbing hall",
};

export const navigation = [
  { label: "Features", href: "#features" },
  { label: "How it works", href: "#steps" },
];

export const hero = {
  eyebrow: "Ready when you are",
  title: "A good place to start",
  lead: "This page is yours to change. Say what it should become, and every word, colour and section will follow.",
  primary: { label: "See what is inside", href: "#features" },
  secondary: { label: "How it works", href: "#steps" },
};

export const features = {
  title: "The groundwork is done",
  lead: "What every good site needs is already in place, so you can begin with the part that is yours.",
  items: [
    {
      icon: "bolt",
      title: "Fast from the first byte",
      text: "A small bundle, self-hosted fonts and no trackers. Pages open at once, on slow connections too.",
    },
    {
      icon: "devices",
      title: "At home on every screen",
      text: "The layout fits phones, tablets and wide displays, and follows the light or dark mode of the device.",
    },
    {
      icon: "person",
      title: "Made for everyone",
      text: "Clear contrast, real headings, visible focus and full keyboard control are part of the design.",
    },
    {
      icon: "palette",
      title: "One place for colour",
      text: "The whole look comes from a dozen variables in one file. Change the accent and the page follows.",
    },
    {
      icon: "blocks",
      title: "Sections that move",
      text: "Each part of the page is a file of its own. Reorder them, drop one, or add the next.",
    },
    {
      icon: "check",
      title: "Checked before it ships",
      text: "Types, tests and a real production build come with the project, so a slip is caught early.",
    },
  ],
} as const;

export const steps = {
  title: "From idea to published page",
  items: [
    { title: "Describe it", text: "Say what you need in your own words: a portfolio, a menu, a tool for your team." },
    { title: "Shape it", text: "See the result at once, then adjust the words, the colours and the structure." },
    { title: "Publish it", text: "Put it online when it is right. Every earlier version stays within reach." },
  ],
};

export const footer = {
  note: "Made with care. Yours to change.",
};
