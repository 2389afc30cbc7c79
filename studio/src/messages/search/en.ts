import type { FoundKind } from "@/domain/search";

const kinds: Record<FoundKind, string> = { document: "Documents", note: "Notes", memory: "Memory", decision: "Decisions", message: "Messages", task: "Tasks", plan_node: "Plan" };

export const en = {
  label: "Search the project",
  field: "Words to look for",
  where: "In",
  everywhere: "Everything",
  kinds,
  search: "Search",
  about: "Find what was said once",
  aboutText: "Looks through all that the project knows: documents, notes, memory, decisions, what was said in chats, tasks and the plan. Files of the app are searched under Code.",
  searching: "Searching",
  failed: "The search did not work.",
  none: (words: string) => `Nothing was found for "${words}".`,
  noneText: "It looks for whole words. Fewer or other ones may find more.",
  noneOf: "It may stand elsewhere.",
  lookEverywhere: "Look through everything",
  found: (count: number) => (count === 1 ? "1 place" : `${count} places`),
  best: (count: number) => `The best ${count} places`,
  incomplete: "The project has more than a search looks through, so something old may be missing.",
};

export type SearchWords = typeof en;
