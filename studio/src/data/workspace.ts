import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { threadsKey } from "@/data/threads";

export type Turn = Schemas["Turn"];
export type Workspace = Schemas["Workspace"];
export type StartedRun = Schemas["StartedRun"];

export const workspaceKey = (app: string) => [...APPS, app, "workspace"] as const;
export const turnsKey = (app: string) => [...APPS, app, "turns"] as const;

/** Everything a workspace opens with. */
export const workspaceQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: workspaceKey(app),
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/state", { params: { path: { app_id: app } }, signal })),
  });

/** Whether a proposal still waits for a person. */
export function useWaits(app: string, diff: string | null): boolean {
  const waits = ({ pending_diffs: waiting }: Workspace) => waiting.some(({ id }) => id === diff);
  return useQuery({ ...workspaceQuery(useApi(), app), select: waits }).data ?? false;
}

/** Whether what a revision changed is no longer in the draft: it was undone, or an older one restored. */
export function useTakenBack(app: string, revision: string | null): boolean {
  const isGone = ({ taken_back: gone }: Workspace) => revision !== null && gone.includes(revision);
  return useQuery({ ...workspaceQuery(useApi(), app), select: isGone }).data ?? false;
}

/** Whether a run of the chat waits for a person's word. */
export function useChatWaits(app: string, chat: string): boolean {
  const asks = ({ waiting_runs: runs }: Workspace) => runs.some((run) => run.status === "awaiting_approval" && run.conversation_id === chat);
  return useQuery({ ...workspaceQuery(useApi(), app), select: asks }).data ?? false;
}

/** Whether another run than this one is at work: until it ends a run that waits cannot go on. */
export function useOtherAtWork(app: string, run: string): boolean {
  const isOther = ({ active_run: active }: Workspace) => active !== null && active.id !== run;
  return useQuery({ ...workspaceQuery(useApi(), app), select: isOther }).data ?? false;
}

/** Whether a revision is the draft, so that an undo begins with it. */
export function useIsDraft(app: string, revision: string | null): boolean {
  const isDraft = ({ draft }: Workspace) => draft.id === revision;
  return useQuery({ ...workspaceQuery(useApi(), app), select: isDraft }).data ?? false;
}

/** The chat that something is said in, and what its run begins with. */
export type Where = Pick<Schemas["RunRequest"], "conversation_id" | "new_conversation" | "start_from">;

/** A message with all that it may say of itself; how it is queued is not its own choice. */
export type Said = Omit<Partial<Schemas["RunRequest"]>, "message" | "queue"> & { message: string };

/** Says something in an app; while a run works it waits for its turn there. Pending until the workspace shows it.
 * `where` names another conversation than the app's present one, and what the run begins with.
 */
export function useSay(app: string, where: Where = {}) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (said: string | Said) =>
      unwrap(
        await api.POST("/projects/{project_id}/runs", {
          params: { path: { project_id: app } },
          body: { ...(typeof said === "string" ? { message: said } : said), queue: true, ...where },
          headers: onceKey(),
        }),
      ),
    onSuccess: () => Promise.all([workspaceKey(app), turnsKey(app), threadsKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

/** Asks a run to stop. It ends by itself a moment later, and its stream says what was kept. */
export function useStop(app: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (run: string) =>
      unwrap(
        await api.POST("/admin/apps/{app_id}/builder/chat/{run_id}/cancel", {
          params: { path: { app_id: app, run_id: run } },
        }),
      ),
  });
}
