import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";

export type App = Schemas["App"];
export type Template = Schemas["Template"];

export const APPS = ["apps"] as const;
const PAGE = 50;

export const appsQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: APPS,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET("/admin/apps", { params: { query: { limit: PAGE, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

export const appQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...APPS, app],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}", { params: { path: { app_id: app } }, signal })),
  });

/** What the draft looks like; read again when the draft is another. */
export const thumbnailQuery = (api: Api, app: string, draft: string | null | undefined) =>
  queryOptions({
    queryKey: ["thumbnails", app, draft],
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/thumbnail", { params: { path: { app_id: app } }, signal })),
  });

export const templatesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["templates"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/templates", { signal })).items,
  });

export interface NewApp {
  /** Made of what the person wants: it gives way to the title of the app's page, until somebody chooses one. */
  name: string;
  /** Its key, with `@classic` behind it for one that is made of older packages. */
  template: string | null;
}

/** Makes an app. A second try of the same person's same wish is the same app. */
export function useCreateApp() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, template }: NewApp) => {
      const [key = null, line] = template?.split("@") ?? [];
      const body = { name, template: key, line: line ? ("classic" as const) : ("current" as const), name_derived: true };
      return unwrap(await api.POST("/admin/apps", { body, headers: onceKey() }));
    },
    onSuccess: (app) => {
      cache.setQueryData([...APPS, app.id], app);
      return cache.invalidateQueries({ queryKey: APPS, exact: true });
    },
  });
}
