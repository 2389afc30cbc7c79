import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, unwrap, useApi } from "@/data/api";
import { type App, APPS } from "@/data/apps";
import { turnsKey } from "@/data/workspace";

const TURNS = 20;

/** The app's latest turns, of all its chats. */
export const latestTurnsQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...turnsKey(app), "latest"],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/conversations", { params: { path: { app_id: app }, query: { limit: TURNS } }, signal })).items,
  });

/**
 * What visitors get: the draft, an earlier publication, or nothing. Each is pending until the app is shown so. `onPublished` hears
 * the address, null where it came to nothing; also when the part that asked is gone.
 */
export function usePublishing(app: string, onPublished?: (url: string | null) => void) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { app_id: app } } };
  const onSuccess = () => cache.invalidateQueries({ queryKey: [...APPS, app] });
  return {
    publish: useMutation({
      mutationFn: async () => unwrap(await api.POST("/admin/apps/{app_id}/publish", { ...path, headers: onceKey() })),
      // Refused for the values it was built with, the draft is being built again: the app is to be shown so, too.
      onSettled: onSuccess,
      onSuccess: ({ live_url: url }) => onPublished?.(url),
      onError: () => onPublished?.(null),
    }),
    unpublish: useMutation({
      mutationFn: async () => unwrap(await api.POST("/admin/apps/{app_id}/unpublish", { ...path, headers: onceKey() })),
      onSuccess,
    }),
    rollback: useMutation({
      mutationFn: async (revision: string) => {
        const body = { revision_id: revision };
        return unwrap(await api.POST("/admin/apps/{app_id}/rollback", { ...path, body, headers: onceKey() }));
      },
      onSuccess,
    }),
  };
}

/** Chooses where an app that was never online will be. */
export function useSaveSlug(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (slug: string) =>
      unwrap(await api.PATCH("/admin/apps/{app_id}", { params: { path: { app_id: app } }, body: { slug }, headers: onceKey() })),
    onSuccess: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
  });
}

/** Changes the values that a build is given. The rest of the settings goes along, since they are replaced as a whole. */
export function useSaveValues({ id, settings }: App) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (env: Record<string, string>) =>
      unwrap(
        await api.PATCH("/admin/apps/{app_id}", {
          params: { path: { app_id: id } },
          body: { settings: { ...settings, env } },
          headers: onceKey(),
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: [...APPS, id] }),
  });
}
