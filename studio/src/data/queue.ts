import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, ProblemError, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { turnsKey, workspaceKey } from "@/data/workspace";

const queueKey = (app: string) => [...APPS, app, "queue"] as const;

/** The messages that wait for their turn, in order. `ids` is what the workspace says of them: with it the answer changes. */
export const queueQuery = (api: Api, app: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...queueKey(app), ...ids],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/queue", { params: { path: { app_id: app } }, signal })).items,
    placeholderData: (before) => before,
  });

/** What a waiting message is to become: said otherwise, moved, or dropped. */
export type QueueStep = { run: string } & ({ message: string } | { place: number } | { drop: true });

/** Changes the queue; pending until the workspace shows it, also where the server refused since the message began. */
export function useChangeQueue(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ run, ...change }: QueueStep) => {
      const path = { params: { path: { app_id: app, run_id: run } }, headers: onceKey() };
      if ("drop" in change) unwrap(await api.DELETE("/admin/apps/{app_id}/builder/queue/{run_id}", path));
      else unwrap(await api.PATCH("/admin/apps/{app_id}/builder/queue/{run_id}", { ...path, body: change }));
    },
    onSettled: () => Promise.all([queueKey(app), workspaceKey(app), turnsKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

/** Whether the message had begun, or was dropped elsewhere, before the change came. */
export function beganMeanwhile(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "NOT_WAITING";
}
