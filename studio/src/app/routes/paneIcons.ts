import { ChartColumn, CodeXml, FileDiff, Lightbulb, ClipboardList, History, ListChecks, type LucideIcon, PanelsTopLeft, ListTree, Puzzle, SlidersHorizontal, SquareCheck, SquareTerminal } from "lucide-react";
import type { Pane } from "@/app/routes/usePane";

/** One icon, one meaning. */
export const PANE_ICONS: Record<Pane, LucideIcon> = {
  preview: PanelsTopLeft,
  code: CodeXml,
  changes: FileDiff,
  history: History,
  plan: ListTree,
  tasks: SquareCheck,
  features: Puzzle,
  knowledge: Lightbulb,
  runs: ListChecks,
  usage: ChartColumn,
  project: ClipboardList,
  terminal: SquareTerminal,
  settings: SlidersHorizontal,
};
