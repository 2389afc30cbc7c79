import { getRouteApi } from "@tanstack/react-router";
import { usePaneNames } from "@/app/usePaneNames";
import type { Workspace } from "@/data/workspace";
import { type Tab, TABS } from "@/domain/place";

const route = getRouteApi("/apps/$app");

export const PANES = TABS;
export type Pane = Tab;
/** Rarely needed: behind "More". */
export const RARE: ReadonlySet<Pane> = new Set<Pane>(["plan", "tasks", "features", "docs", "search", "knowledge", "runs", "usage", "project", "terminal", "settings"]);

/** The pane beside the conversation, as the address says; null when it says none. */
export function usePane() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const pane = PANES.find((known) => known === tab) ?? null;
  return { pane, open: (next: Pane | null) => navigate({ search: next ? { tab: next } : {} }) };
}

/** The panes with their names, and how much waits in each. */
export function usePaneTabs({ pending_diffs: waiting }: Workspace) {
  const labels: Record<Pane, string> = usePaneNames();
  return PANES.map((value) => ({ value, label: labels[value], ...(value === "changes" ? { count: waiting.length } : {}) }));
}
