import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type Turn = Schemas["Turn"];
export type Workspace = Schemas["Workspace"];

const PAGE = 20;

export const workspaceKey = (app: string) => [...APPS, app, "workspace"] as const;
export const turnsKey = (app: string) => [...APPS, app, "turns"] as const;

const SETTLING_MS = 1500;

/** Whether something is under way that no stream tells of: the draft's build, a message in the queue, a person's answer. */
function settles({ draft, active_run: active, app }: Workspace): boolean {
  const building = draft.build_status === "queued" || draft.build_status === "running";
  return building || (active ? active.status === "awaiting_approval" : app.queued_run_ids.length > 0);
}

/** Everything a workspace opens with; read again while something is under way. */
export const workspaceQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: workspaceKey(app),
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/state", { params: { path: { app_id: app } }, signal })),
    refetchInterval: ({ state }) => (state.data && settles(state.data) ? SETTLING_MS : false),
  });

/** The app's turns, newest first. */
export const turnsQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: turnsKey(app),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/conversations", {
          params: { path: { app_id: app }, query: { limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** Says something in an app; while a run works it waits for its turn there. Pending until the workspace shows it. */
export function useSay(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (message: string) =>
      unwrap(
        await api.POST("/projects/{project_id}/runs", {
          params: { path: { project_id: app } },
          body: { message, queue: true },
          headers: onceKey(),
        }),
      ),
    onSuccess: () => Promise.all([workspaceKey(app), turnsKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

export type Answer = "approve" | "skip" | "abort";

/** Answers everything that a run waits with. Pending until the workspace shows that it goes on. */
export function useAnswer(app: string, run: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (approval: Answer) =>
      unwrap(await api.POST("/runs/{run_id}/advance", { params: { path: { run_id: run } }, body: { approval } })),
    onSuccess: () => cache.invalidateQueries({ queryKey: workspaceKey(app) }),
  });
}

/** Asks a run to stop. It ends by itself a moment later, and its stream says what was kept. */
export function useStop(app: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (run: string) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/chat/{run_id}/cancel", {
          params: { path: { app_id: app, run_id: run } },
        }),
      ),
  });
}
