import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { diffsKey } from "@/data/diff";

export type Diff = Schemas["Diff"];
export type ListedDiff = Schemas["ListedDiff"];
export type FileChange = Schemas["FileChange"];

const PAGE = 20;
const GOOD_MS = 20 * 60_000;

/** The app's proposals, newest first. */
export const diffsQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: diffsKey(app),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/projects/{project_id}/diffs", {
          params: { path: { project_id: app }, query: { limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** One file of a proposal that is too large to come whole. */
export const diffFileQuery = (api: Api, diff: string, tree: string, path: string) =>
  queryOptions({
    queryKey: ["diff-files", diff, tree, path],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const part = unwrap(await api.GET("/diffs/{diff_id}", { params: { path: { diff_id: diff }, query: { path } }, signal }));
      return part.files.find((file) => file.path === path)?.hunks ?? [];
    },
  });

/** The address of the page that this choice of the proposal would give, or its build. Asking decides nothing. */
export const proposalQuery = (api: Api, { app_id: app, id, tree }: Diff, review: Schemas["Review"]) =>
  queryOptions({
    queryKey: ["previews", app, id, tree, review],
    staleTime: GOOD_MS,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/preview-token", {
          params: { path: { app_id: app } },
          body: { diff_id: id, review },
          signal,
        }),
      ),
  });

export interface Wanted {
  review: Schemas["Review"];
  message: string;
}

/** What a person decides about one proposal. Each is pending until the app is shown as it is afterwards. */
export function useDecide({ app_id: app, id }: Diff) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { diff_id: id } } };
  const settle = (now: Diff) => {
    cache.setQueryData([...diffsKey(app), id], now);
    return cache.invalidateQueries({ queryKey: [...APPS, app] });
  };
  const review = async (body: Schemas["Review"]) =>
    unwrap(await api.POST("/diffs/{diff_id}/review", { ...path, body, headers: onceKey() }));
  return {
    review: useMutation({ mutationFn: review, onSuccess: settle }),
    keep: useMutation({
      mutationFn: async (wanted: Wanted) => {
        await review(wanted.review);
        const body = { commit_message: wanted.message.trim() || null };
        return unwrap(await api.POST("/diffs/{diff_id}/commit", { ...path, body, headers: onceKey() }));
      },
      onSuccess: settle,
    }),
    rebase: useMutation({
      mutationFn: async () => unwrap(await api.POST("/diffs/{diff_id}/rebase", { ...path, headers: onceKey() })),
      onSuccess: settle,
    }),
  };
}

/** A commit message for the proposal in a style, or as the model writes it when told how. */
export function useRefine(diff: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (body: Schemas["RefineRequest"]) =>
      unwrap(await api.POST("/diffs/{diff_id}/refine-message", { params: { path: { diff_id: diff } }, body })),
  });
}
