import { queryOptions } from "@tanstack/react-query";
import { type Api, unwrap } from "@/data/api";

const GOOD_MS = 20 * 60_000;
const BUILDING_MS = 1500;

/**
 * The address of a revision's preview. Its cookie is good for half an hour: who comes back later gets another one.
 * Until it is built, the answer is where its build stands. Not among what is read again when the app changes: another
 * address of the same revision would only load the frame anew.
 */
export const previewQuery = (api: Api, app: string, revision: string) =>
  queryOptions({
    queryKey: ["previews", app, revision],
    staleTime: GOOD_MS,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/preview-token", {
          params: { path: { app_id: app } },
          body: { revision_id: revision },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data && !("preview_url" in state.data) ? BUILDING_MS : false),
  });
