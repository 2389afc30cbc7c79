import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { type Revision, revisionsKey } from "@/data/revision";

export type Undo = Schemas["Undo"];

const PAGE = 30;

/** The app's revisions, newest first. */
export const revisionsQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: revisionsKey(app),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions", {
          params: { path: { app_id: app }, query: { limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** What the page looked like at a revision, or at the nearest one before it that has a picture; read again when its build is over. */
export const faceQuery = (api: Api, { app_id: app, id, build_status: build }: Revision) =>
  queryOptions({
    queryKey: ["faces", app, id, build],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions/{revision_id}/thumbnail", {
          params: { path: { app_id: app, revision_id: id } },
          signal,
        }),
      ),
  });

/** What differs from one revision to another; without `against`, from the one before. Both never change. */
export const comparisonQuery = (api: Api, app: string, revision: string, against: string | null) =>
  queryOptions({
    queryKey: ["comparisons", app, revision, against],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions/{revision_id}/diff", {
          params: { path: { app_id: app, revision_id: revision }, query: { against } },
          signal,
        }),
      ),
  });

const undo = async (api: Api, app: string, confirm: boolean) =>
  unwrap(
    await api.POST("/admin/apps/{app_id}/builder/undo", {
      params: { path: { app_id: app }, query: { confirm } },
      ...(confirm ? { headers: onceKey() } : {}),
    }),
  );

/** What an undo of the agent's latest change would do to the draft as it is now. Nothing is stored. */
export const undoQuery = (api: Api, app: string, draft: string) =>
  queryOptions({ queryKey: ["undo", app, draft], queryFn: () => undo(api, app, false) });

/** Each makes a new revision and takes none away. Pending until the app is shown with it. */
export function useTimeTravel(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: [...APPS, app] });
  return {
    undo: useMutation({ mutationFn: () => undo(api, app, true), onSuccess }),
    restore: useMutation({
      mutationFn: async (revision: string) =>
        unwrap(
          await api.POST("/admin/apps/{app_id}/builder/revisions/{revision_id}/restore", {
            params: { path: { app_id: app, revision_id: revision } },
            headers: onceKey(),
          }),
        ),
      onSuccess,
    }),
    /** One file of the draft as it was in a revision. */
    revertFile: useMutation({
      mutationFn: async (wanted: Schemas["RevertFileRequest"]) =>
        unwrap(
          await api.POST("/admin/apps/{app_id}/builder/revert-file", {
            params: { path: { app_id: app } },
            body: wanted,
            headers: onceKey(),
          }),
        ),
      onSuccess,
    }),
  };
}

/** What a revision changed and why, in Markdown, from what its run wrote down. No model is asked. */
export const explanationQuery = (api: Api, app: string, revision: string) =>
  queryOptions({
    queryKey: ["explanations", app, revision],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/explain", {
          params: { path: { app_id: app } },
          body: { revision_id: revision },
          signal,
        }),
      ),
  });

/** Names a revision, or takes its name away. */
export function useLabel(app: string, revision: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (label: string) =>
      unwrap(
        await api.PATCH("/admin/apps/{app_id}/builder/revisions/{revision_id}", {
          params: { path: { app_id: app, revision_id: revision } },
          body: { label: label.trim() || null },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: revisionsKey(app) }),
  });
}
