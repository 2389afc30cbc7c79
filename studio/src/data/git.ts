import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type GitConnection = Schemas["GitConnection"];
export type GitStatus = Schemas["GitStatus"];
export type Pushed = Schemas["Pushed"];
export type PullRequestState = Schemas["PullRequestState"];
/** Whose files, where both changed the same places. */
export type Side = NonNullable<Schemas["PullWish"]["take"]>;
export type ForgeKind = NonNullable<GitConnection["forge"]>;

export const gitKey = (app: string) => [...APPS, app, "git"] as const;
const at = (app: string) => ({ params: { path: { app_id: app } } });

/** Which repository the app is pushed to, without its token. */
export const connectionQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: gitKey(app),
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/git", { ...at(app), signal })),
  });

/** What the repository has of the app: asked of its host. */
export const gitStatusQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...gitKey(app), "status"],
    staleTime: 60_000,
    retry: false,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/git/status", { ...at(app), signal })),
  });

/** The newest pull request as its forge has it now, by its number. */
export const pullRequestQuery = (api: Api, app: string, number: number) =>
  queryOptions({
    queryKey: [...gitKey(app), "pull-request", number],
    staleTime: 30_000,
    retry: false,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/git/pull-request", { ...at(app), signal })),
  });

/** Connects another repository, or the same with another token; and takes the connection away. */
export function useConnecting(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const path = "/admin/apps/{app_id}/builder/git";
  const onSuccess = () => cache.invalidateQueries({ queryKey: gitKey(app) });
  return {
    connect: useMutation({
      mutationFn: async (wish: Schemas["GitConnectionWish"]) =>
        unwrap(await api.PUT(path, { ...at(app), body: wish, headers: onceKey() })),
      onSuccess,
    }),
    disconnect: useMutation({
      mutationFn: async () => void unwrap(await api.DELETE(path, { ...at(app), headers: onceKey() })),
      onSuccess,
    }),
  };
}

/** What goes there. Without a branch the server names one. What was noted is shown also where the forge then refuses. */
export function useGitOut(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSettled = () => cache.invalidateQueries({ queryKey: gitKey(app) });
  return {
    push: useMutation({
      mutationFn: async (branch: string) =>
        unwrap(await api.POST("/admin/apps/{app_id}/builder/git/push", { ...at(app), body: { branch: branch || null }, headers: onceKey() })),
      onSettled,
    }),
    pull: useMutation({
      mutationFn: async (take: Side | null) =>
        unwrap(await api.POST("/admin/apps/{app_id}/builder/git/pull", { ...at(app), body: { take }, headers: onceKey() })),
      onSuccess: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
    }),
    offer: useMutation({
      mutationFn: async (branch: string) => {
        const body = { branch: branch || null };
        return unwrap(await api.POST("/admin/apps/{app_id}/builder/export/pull-request", { ...at(app), body, headers: onceKey() }));
      },
      onSettled,
    }),
  };
}
