export const en = {
  levelsShown: "What is shown",
  levels: { debug: "Debug", log: "Log", info: "Info", warn: "Warnings", error: "Errors", network: "Network" },
  clear: "Clear the console",
  lines: "Lines of the console",
  wholeLine: "The whole line",
  noLines: "The page has said nothing.",
  noConsole: "This page does not speak with the Studio, so nothing of its console is known.",
  filtered: "No line of these levels.",
  gone: (count: number) => (count === 1 ? "1 earlier line is not kept." : `${count} earlier lines are not kept.`),
};

export type ConsoleWords = typeof en;
