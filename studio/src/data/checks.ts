import { useMutation, useQueryClient } from "@tanstack/react-query";
import { onceKey, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import type { Check } from "@/domain/recorded";

const MOST_TRIES = 8;

/** What came of a check: kept as a revision, or the words that speak against it. */
export type Kept = { kept: true } | { kept: false; why: string };

/** Tries a check in the worker's browser and keeps it; each request waits for the worker, and the next goes on with it. */
export function useKeepCheck(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (check: Check): Promise<Kept> => {
      for (let tries = 0; ; tries += 1) {
        const body = { project_id: app, params: { ...check } };
        const said = unwrap(await api.POST("/api/tools/{tool}", { params: { path: { tool: "add_check" } }, body, headers: onceKey() }));
        if (said.success) return { kept: true };
        if (said.data["status"] !== "running" || tries === MOST_TRIES) return { kept: false, why: said.stderr };
      }
    },
    onSuccess: ({ kept }) => (kept ? cache.invalidateQueries({ queryKey: [...APPS, app] }) : undefined),
  });
}
