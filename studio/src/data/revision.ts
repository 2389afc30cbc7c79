import { queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";

export type Revision = Schemas["Revision"];

export const revisionsKey = (app: string) => [...APPS, app, "revisions"] as const;

/** One revision, with what its build made. */
export const revisionQuery = (api: Api, app: string, revision: string) =>
  queryOptions({
    queryKey: [...revisionsKey(app), revision],
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions/{revision_id}", {
          params: { path: { app_id: app, revision_id: revision } },
          signal,
        }),
      ),
  });
