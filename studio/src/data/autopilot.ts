import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type ManagerPlan = Schemas["ManagerPlanView"];
export type AutopilotState = Schemas["AutopilotState"];
export type Dashboard = Schemas["DashboardView"];
export type ReadIntent = Schemas["ReadIntent"];
type Order = Schemas["AutopilotOrder"];
type Mode = AutopilotState["mode"];
/** What a person says; fields that are left out stay as they are. */
export type PilotOrder = Pick<Order, "action"> & Partial<Order>;

const autopilotKey = (app: string) => [...APPS, app, "autopilot"] as const;

/** What the manager is at, and what it would do next. */
export const managerPlanQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...autopilotKey(app), "plan"],
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/manager/plan", { params: { path: { project_id: app } }, signal })),
  });

/** The project on one page. */
export const dashboardQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...autopilotKey(app), "dashboard"],
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/dashboard", { params: { path: { project_id: app } }, signal })),
  });

/** Starts a phase, goes on or pauses. Pending until the app is shown so. */
export async function orderAutopilot(api: Api, cache: QueryClient, app: string, order: PilotOrder): Promise<void> {
  unwrap(await api.POST("/projects/{project_id}/autopilot", { params: { path: { project_id: app } }, body: order as Order, headers: onceKey() }));
  await cache.invalidateQueries({ queryKey: [...APPS, app] });
}

/** What a person says to the autopilot. Each is pending until the app is shown as it is afterwards. */
export function useAutopilot(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return {
    order: useMutation({ mutationFn: (order: PilotOrder) => orderAutopilot(api, cache, app, order) }),
    /** A mode by itself starts nothing. */
    setMode: useMutation({
      mutationFn: async (autonomy_mode: Mode) => unwrap(await api.PATCH("/admin/apps/{app_id}", { params: { path: { app_id: app } }, body: { autonomy_mode }, headers: onceKey() })),
      onSuccess: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
    }),
    readIntent: useMutation({
      mutationFn: async (message: string) => unwrap(await api.POST("/projects/{project_id}/intents", { params: { path: { project_id: app } }, body: { message }, headers: onceKey() })),
    }),
    /** So that what a person has just decided is gone on with at once. */
    nudge: useMutation({
      mutationFn: async () => unwrap(await api.POST("/projects/{project_id}/autopilot_tick", { params: { path: { project_id: app } }, headers: onceKey() })),
      onSuccess: () => cache.invalidateQueries({ queryKey: autopilotKey(app) }),
    }),
  };
}
