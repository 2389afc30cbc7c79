import { queryOptions } from "@tanstack/react-query";
import { type Api, unwrap } from "@/data/api";

const RENEW_MS = 20 * 60_000;

/** The address of a revision's preview; its cookie is good for half an hour, so it is asked for again before. */
export const previewQuery = (api: Api, app: string, revision: string) =>
  queryOptions({
    queryKey: ["apps", app, "preview", revision],
    staleTime: RENEW_MS,
    refetchInterval: RENEW_MS,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/preview-token", {
          params: { path: { app_id: app } },
          body: { revision_id: revision },
          signal,
        }),
      ),
  });
