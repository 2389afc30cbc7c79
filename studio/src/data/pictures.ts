import { queryOptions } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap } from "@/data/api";

export type PagePicture = Schemas["PagePicture"];
export type Window = Required<Pick<Schemas["PictureRequest"], "path" | "width" | "height" | "dark">>;

const AGAIN_MS = 1000;
const open = ({ status, error }: Pick<PagePicture, "status" | "error">) => (status === "queued" && !error) || status === "running";

/** Asks for a picture of a page; what names it. The same one is taken once, so to ask again costs nothing. */
export const askedQuery = (api: Api, app: string, revision: string, window: Window) =>
  queryOptions({
    queryKey: ["pictures", app, revision, window],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/revisions/{revision_id}/picture", {
          params: { path: { app_id: app, revision_id: revision } },
          body: window,
          headers: onceKey(),
          signal,
        }),
      ),
  });

/** The picture; asked for again each second until the worker is done with it, as no stream tells of it. */
export const pictureQuery = (api: Api, app: string, build: string) =>
  queryOptions({
    queryKey: ["pictures", app, build],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/builds/{build_id}/picture", { params: { path: { app_id: app, build_id: build } }, signal })),
    refetchInterval: ({ state }) => (state.data && open(state.data) ? AGAIN_MS : false),
  });
