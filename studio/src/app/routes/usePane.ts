import { getRouteApi } from "@tanstack/react-router";
import { usePaneNames } from "@/app/usePaneNames";
import type { Workspace } from "@/data/workspace";
import { type Tab, TABS } from "@/domain/place";

const route = getRouteApi("/apps/$app");

export const PANES = TABS;
export type Pane = Tab;
/** Rarely needed: behind "More". */
export const RARE: ReadonlySet<Pane> = new Set<Pane>(["plan", "tasks", "features", "docs", "search", "knowledge", "runs", "usage", "project", "terminal", "settings", "overview"]);

/** The pane beside the conversation, as the address says; null when it says none. */
export function usePane() {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const pane = PANES.find((known) => known === tab) ?? null;
  return { pane, open: (next: Pane | null) => navigate({ search: next ? { tab: next } : {} }) };
}

/** The panes with their names, the overview first, and how much waits in each. */
export function usePaneTabs({ pending_diffs: diffs, waiting_runs: runs }: Workspace) {
  const labels: Record<Pane, string> = usePaneNames();
  const counts: Partial<Record<Pane, number>> = { changes: diffs.length, runs: runs.length };
  const ordered = ["overview" as const, ...PANES.filter((value) => value !== "overview")];
  return ordered.map((value) => ({ value, label: labels[value], ...(counts[value] === undefined ? {} : { count: counts[value] }) }));
}

/** Whether it has a tab of its own: what is needed often, and in an app with a plan that plan and its overview. */
export const isAtHand = (pane: Pane, { app }: Workspace): boolean => !RARE.has(pane) || (/^(overview|plan)$/.test(pane) && Boolean(app.active_blueprint_id));
