import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import type { Line } from "@/data/lines";

export type LineChange = Schemas["LineChange"];

/** The line that an app's draft is on, and what would change on the others; another draft is asked about anew. */
export const appLineQuery = (api: Api, app: string, draft: string) =>
  queryOptions({
    queryKey: [...APPS, app, "line", draft],
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/apps/{app_id}/builder/line", { params: { path: { app_id: app } }, signal })),
  });

const PAUSE_MS = 1000;

export interface LineWish {
  line: Line;
  base_revision_id: string;
  /** Also what does not work there yet becomes the draft, for the agent to go on with. */
  unfinished?: boolean;
}

/** Has the draft built on another line. One answer of the server may come before the build has ended: it is asked on until then. */
export function useChangeLine(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (wish: LineWish): Promise<LineChange> => {
      for (;;) {
        const body = { unfinished: false, ...wish };
        const change = unwrap(await api.POST("/admin/apps/{app_id}/builder/line", { params: { path: { app_id: app } }, body, headers: onceKey() }));
        if (change.status !== "building") return change;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    },
    onSettled: () => cache.invalidateQueries({ queryKey: [...APPS, app] }),
  });
}

/** Says words to the agent of an app, in its turn. */
export function useAskToFinish(app: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (message: string) =>
      unwrap(await api.POST("/projects/{project_id}/runs", { params: { path: { project_id: app } }, body: { message, queue: true }, headers: onceKey() })),
  });
}
