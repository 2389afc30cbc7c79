import { queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";

export type KpiPage = Schemas["KpiPage"];

/** How well the runs of the last thirty days went: of an app, or of all apps of the tenant (null). */
export const kpisQuery = (api: Api, app: string | null) =>
  queryOptions({
    queryKey: app === null ? ["tenant", "kpis"] : [...APPS, app, "usage", "kpis"],
    queryFn: async ({ signal }) =>
      app === null ? unwrap(await api.GET("/admin/kpis", { signal })) : unwrap(await api.GET("/projects/{project_id}/kpis", { params: { path: { project_id: app } }, signal })),
  });
