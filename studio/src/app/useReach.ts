import { useQueryClient } from "@tanstack/react-query";
import type { AnyRouter } from "@tanstack/react-router";
import { usePaneNames } from "@/app/usePaneNames";
import { choose, usePreferences } from "@/app/usePreferences";
import type { Reach } from "@/commands/useCommands";
import { useApi } from "@/data/api";
import { appsQuery } from "@/data/apps";
import { type Tab, TABS } from "@/domain/place";

/** What commands act on, as the page is now. Apps are those that are known already: a palette asks nobody. */
export function useReach(router: AnyRouter): Reach {
  const { theme, singleKeys } = usePreferences();
  const api = useApi();
  const cache = useQueryClient();
  const pages = cache.getQueryData(appsQuery(api).queryKey)?.pages ?? [];
  const names: Record<Tab, string> = usePaneNames();
  const here = () => /\/apps\/(app_\w+)/.exec(location.pathname)?.[1] ?? null;
  return {
    theme,
    letters: singleKeys,
    isInApp: () => here() !== null,
    panes: TABS.map((value) => ({ value, label: names[value] })),
    apps: pages.flatMap(({ items }) => items.map(({ id, name }) => ({ id, name }))),
    goHome: () => void router.navigate({ to: "/" }),
    openHelp: () => void router.navigate({ to: "/help" }),
    openApp: (app) => void router.navigate({ to: "/apps/$app", params: { app } }),
    openPane: (tab) => void router.navigate({ to: "/apps/$app", params: { app: here() ?? "" }, search: { tab } }),
    choose: ({ letters, ...change }) => choose(letters === undefined ? change : { ...change, singleKeys: letters }),
    hasNews: () => document.querySelector("[data-news]") !== null,
  };
}
