import { queryOptions, useIsMutating, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { turnsKey, type Workspace, workspaceKey } from "@/data/workspace";

export type RepairState = Schemas["RepairState"];

const repairKey = (app: string) => [...APPS, app, "repair"] as const;

/** What the draft fails with, what a repair may use, and what was tried. Read again when the feed says that something is new. */
export const repairQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: repairKey(app),
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/repair", { params: { path: { app_id: app } }, signal })),
  });

/** Whether there is anything to ask the server about: so that a draft that is well costs no request. */
export function isTroubled({ app, draft, build }: Workspace): boolean {
  const { verdict } = draft;
  const failed = verdict && [verdict.types, verdict.tests, verdict.page, verdict.acceptance].some(({ status, advisory }) => status === "failed" && !advisory);
  return build.build_status === "failed" || !!app.page_failure || !!failed;
}

/** Starts a repair: a run with the caps that were shown. `ask` asks once, however often it is called before the answer. */
export function useRepair(app: string, onBegun: (run: Pick<Schemas["Run"], "conversation_id">) => void) {
  const api = useApi();
  const cache = useQueryClient();
  const mutationKey = ["repair", app];
  const repair = useMutation({
    mutationKey,
    mutationFn: async () =>
      unwrap(await api.POST("/admin/apps/{app_id}/builder/repair", { params: { path: { app_id: app } }, headers: onceKey() })),
    onSuccess: (run) => onBegun(run),
    onSettled: () => Promise.all([workspaceKey(app), turnsKey(app), repairKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
  const busy = useIsMutating({ mutationKey }) > 0;
  return { error: repair.error, busy, ask: () => cache.isMutating({ mutationKey }) > 0 || repair.mutate() };
}

/** Builds again what failed for no fault of the app. */
export function useBuildAgain(app: string, revision: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/revisions/{revision_id}/build/retry", {
          params: { path: { app_id: app, revision_id: revision } },
          headers: onceKey(),
        }),
      ),
    onSuccess: () => Promise.all([workspaceKey(app), repairKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
