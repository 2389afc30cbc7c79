import { useMessages } from "@/messages/useMessages";

const en = { aligned: "Fits the plan", risky: "May not fit the plan", conflicting: "Against the plan", quotes: "What it goes against" };
const de = { aligned: "Passt zum Plan", risky: "Passt vielleicht nicht zum Plan", conflicting: "Gegen den Plan", quotes: "Wogegen es verstößt" } satisfies typeof en;
const WORDS: Record<string, typeof en> = { en, de };

/** How what an agent wants to do fits the plan. */
export function useAlignmentWords(): typeof en {
  return WORDS[useMessages().locale] ?? en;
}
