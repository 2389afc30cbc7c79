import { ChartColumn, LayoutDashboard, CodeXml, FileDiff, Files, Lightbulb, ClipboardList, History, ListChecks, type LucideIcon, PanelsTopLeft, ListTree, Puzzle, Search, SlidersHorizontal, SquareCheck, SquareTerminal } from "lucide-react";
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
  docs: Files,
  search: Search,
  knowledge: Lightbulb,
  runs: ListChecks,
  usage: ChartColumn,
  project: ClipboardList,
  terminal: SquareTerminal,
  settings: SlidersHorizontal,
  overview: LayoutDashboard,
};
