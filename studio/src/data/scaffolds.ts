import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, ProblemError, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type Scaffold = Schemas["Scaffold"];
export type AppScaffold = Schemas["AppScaffold"];
export type Values = Readonly<Record<string, string>>;

/** The features that an app may be given, each with how it stands there. */
export const scaffoldsQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...APPS, app, "scaffolds"],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/scaffolds", { params: { path: { app_id: app } }, signal })).items,
  });

/** Has a feature proposed, with its values. Also a refusal may be news: somebody else may have proposed it. */
export function useApplyScaffold(app: string, key: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (values: Values) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/scaffolds/{key}", {
          params: { path: { app_id: app, key } },
          body: { values },
          headers: onceKey(),
        }),
      ),
    onSettled: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
  });
}

/** Sets values of an app over those that it has now; an empty one is taken away. */
export function useSetValues(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { app_id: app } } };
  return useMutation({
    mutationFn: async (values: Values) => {
      const { settings } = unwrap(await api.GET("/admin/apps/{app_id}", path));
      const env = Object.fromEntries(Object.entries({ ...settings.env, ...values }).filter(([name, value]) => value || !(name in values)));
      return unwrap(await api.PATCH("/admin/apps/{app_id}", { ...path, body: { settings: { ...settings, env } }, headers: onceKey() }));
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
  });
}

/** What a refusal names besides its words: the proposal that waits, and the files in the way. */
export function refusalOf(error: Error | null): { diff: string | null; paths: readonly string[]; found: readonly { message: string }[] } {
  const problem = error instanceof ProblemError ? error.problem : null;
  return { diff: problem?.diff_id ?? null, paths: problem?.paths ?? [], found: problem?.diagnostics ?? [] };
}
