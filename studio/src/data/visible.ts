import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { revisionQuery } from "@/data/revision";
import type { Workspace } from "@/data/workspace";
import { type Visible, visible } from "@/domain/visible";

export type Publication = Schemas["ListedPublication"];

/** What was live when, newest first. */
export const publicationsQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...APPS, app, "publications"],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/publications", { params: { path: { app_id: app } }, signal })).items,
  });

/**
 * What visitors see of an app. Where they see the draft's revision it is asked when that was put there, and taken for it until that
 * is known; of another one, whether it is of the same tree, and then what both were built to.
 */
export function useVisible({ app, draft }: Workspace): Visible {
  const api = useApi();
  const live = app.published_revision_id ?? null;
  const isDraft = live === draft.id;
  const there = useQuery({ ...revisionQuery(api, app.id, live ?? ""), enabled: live !== null && !isDraft }).data;
  const isSameTree = there !== undefined && there.tree === draft.tree;
  const mine = useQuery({ ...revisionQuery(api, app.id, draft.id), enabled: isSameTree }).data;
  const latest = useQuery({ ...publicationsQuery(api, app.id), enabled: isDraft || isSameTree }).data?.[0];
  return visible(live === null ? null : isDraft ? draft : there, { ...mine, ...draft }, latest);
}
