import { queryOptions } from "@tanstack/react-query";
import { type Api, isProblem, type Schemas, unwrap } from "@/data/api";

const GOOD_MS = 20 * 60_000;

type Shown = Schemas["PreviewToken"] | Schemas["PreviewWaits"];
export type Opened = Schemas["PreviewToken"];

/** The address of a page that shows a run's tree before its build, or why only its build can show it. */
export const draftQuery = (api: Api, app: string, run: string, tree: string) =>
  queryOptions({
    queryKey: ["previews", app, run, tree],
    staleTime: GOOD_MS,
    retry: false,
    queryFn: async ({ signal }): Promise<Shown> =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/preview-token", {
          params: { path: { app_id: app } },
          body: { run_id: run, tree },
          signal,
        }),
      ) as Shown,
  });

/**
 * The address of a revision's preview. Its cookie is good for half an hour: while somebody looks another is asked for in
 * time. Until it is built, the answer is where its build stands. Not among what is read again when the app changes.
 */
export const previewQuery = (api: Api, app: string, revision: string) =>
  queryOptions({
    queryKey: ["previews", app, revision],
    staleTime: GOOD_MS,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/preview-token", {
          params: { path: { app_id: app } },
          body: { revision_id: revision },
          signal,
        }),
      ),
    refetchInterval: GOOD_MS,
  });

/** Whether a token still opens its page: the server's word, without loading the page. */
export async function opens(api: Api, revision: string, token: string): Promise<boolean> {
  const answer = await api.GET("/public/apps/preview/revisions/{revision_id}/runtime", {
    params: { path: { revision_id: revision }, query: { t: token } },
  });
  return !isProblem(answer.error) || answer.error.status !== 401;
}
