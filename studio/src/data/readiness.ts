import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";

export type Check = Schemas["ReadinessCheck"];

const AGAIN_MS = 1500;
const key = (app: string) => [...APPS, app, "readiness"];

/** The draft as it is looked at before it is published; again while some of that is still being found out. */
export const readinessQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: key(app),
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/readiness", { params: { path: { app_id: app } }, signal })),
    refetchInterval: ({ state }) => (state.data?.checks.some(({ pending }) => pending) ? AGAIN_MS : false),
  });

/**
 * Has the pages of a built draft examined, where nobody has; what is known by then is shown at once. Where that is not to be
 * had (no browser, no budget) the checks say so themselves.
 */
export const examinationQuery = (api: Api, cache: QueryClient, app: string, revision: string) =>
  queryOptions({
    queryKey: ["examinations", app, revision],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const found = unwrap(await api.POST("/admin/apps/{app_id}/builder/readiness", { params: { path: { app_id: app } }, headers: onceKey(), signal }));
      cache.setQueryData(readinessQuery(api, app).queryKey, found);
      return found.revision_id;
    },
  });
