export const en = {
  title: "Help",
  chapters: "Chapters",
  search: "Search the help",
  found: (count: number) => (count === 0 ? "Nothing in the help has these words." : count === 1 ? "1 place has these words." : `${count} places have these words.`),
  next: (title: string) => `Next: ${title}`,
  more: "How this works",
  /** Where the manual has another language than the Studio. */
  language: "",
};

export type HelpWords = typeof en;
