import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

const PAGE = 50;

/** Apps that were deleted and may still be brought back. */
export const deletedQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: ["deleted-apps"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET("/admin/apps", { params: { query: { limit: PAGE, cursor: pageParam, deleted: true } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** Takes an app from the shelf, or puts it back. Pending until both lists are true again. */
export function useShelf() {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () =>
    Promise.all([cache.invalidateQueries({ queryKey: APPS, exact: true }), cache.invalidateQueries({ queryKey: ["deleted-apps"] })]);
  return {
    remove: useMutation({
      mutationFn: async (app: string) => unwrap(await api.DELETE("/admin/apps/{app_id}", { params: { path: { app_id: app } } })),
      onSuccess,
    }),
    bringBack: useMutation({
      mutationFn: async (app: string) =>
        unwrap(await api.POST("/admin/apps/{app_id}/undelete", { params: { path: { app_id: app } }, headers: onceKey() })),
      onSuccess,
    }),
  };
}
