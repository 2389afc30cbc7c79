import { queryOptions } from "@tanstack/react-query";
import { type Api, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";

export const diffsKey = (app: string) => [...APPS, app, "diffs"] as const;

/** One proposal. */
export const diffQuery = (api: Api, app: string, diff: string) =>
  queryOptions({
    queryKey: [...diffsKey(app), diff],
    queryFn: async ({ signal }) => unwrap(await api.GET("/diffs/{diff_id}", { params: { path: { diff_id: diff } }, signal })),
  });
