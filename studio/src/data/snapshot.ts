import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type Snapshot = Schemas["ProjectSnapshot"];

/** How the project stands; made of what is stored each time that it is asked for. */
export const snapshotQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...APPS, app, "snapshot"],
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/snapshot", { params: { path: { project_id: app } }, signal })),
  });

/** Makes it anew, and shows that. */
export function useSnapshot(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async () => unwrap(await api.POST("/projects/{project_id}/snapshot/refresh", { params: { path: { project_id: app } } })),
    onSuccess: (made) => cache.setQueryData(snapshotQuery(api, app).queryKey, made),
  });
}
