import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";
import type { Grouping } from "@/domain/place";

export type UsagePage = Schemas["UsagePage"];
export type UsageItem = Schemas["UsageItem"];
export type TenantUsage = Schemas["TenantUsage"];
export type Budget = Schemas["Budget"];

const PAGE = 30;

/** What an app has used in the last thirty days. Days and models come whole, runs page by page. */
export const usageQuery = (api: Api, app: string, by: Grouping) =>
  infiniteQueryOptions({
    queryKey: [...APPS, app, "usage", by],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/projects/{project_id}/usage", {
          params: { path: { project_id: app }, query: { group_by: by, limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** What the tenant may still spend. */
export const tenantUsageQuery = (api: Api) =>
  queryOptions({ queryKey: ["tenant", "usage"], queryFn: async ({ signal }) => unwrap(await api.GET("/admin/usage", { signal })) });

/** What the tenant spent on each of the last thirty days. */
export const tenantDaysQuery = (api: Api) =>
  queryOptions({ queryKey: ["tenant", "days"], queryFn: async ({ signal }) => unwrap(await api.GET("/admin/usage/days", { signal })) });

/** What each app used in the last thirty days. */
export const appsUsageQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ["tenant", "apps"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => unwrap(await api.GET("/admin/usage/apps", { params: { query: { limit: 20, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });
