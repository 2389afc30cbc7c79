import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import type { RunsPlace } from "@/domain/place";

export type Run = Schemas["Run"];
export type RunDetail = Schemas["RunDetail"];
export type Step = Schemas["StepView"];

const PAGE = 30;
const OVER: ReadonlySet<Run["status"]> = new Set(["completed", "failed", "cancelled", "interrupted"]);

export const isOver = ({ status }: Pick<Run, "status">): boolean => OVER.has(status);

const runsKey = (app: string) => [...APPS, app, "runs"] as const;

/** The app's runs, newest first. */
export const runsQuery = (api: Api, app: string, { state, type, actor }: RunsPlace) =>
  infiniteQueryOptions({
    queryKey: [...runsKey(app), "list", state ?? null, type ?? null, actor ?? null],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/projects/{project_id}/runs", {
          params: { path: { project_id: app }, query: { limit: PAGE, cursor: pageParam, ...(state ? { status: state } : {}), ...(type ? { run_type: type } : {}), ...(actor ? { actor } : {}) } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** A run with its steps. */
export const runQuery = (api: Api, app: string, run: string) =>
  queryOptions({
    queryKey: [...runsKey(app), run],
    queryFn: async ({ signal }) => unwrap(await api.GET("/runs/{run_id}", { params: { path: { run_id: run } }, signal })),
  });

/** The calls of models in a run, newest first: what each used. `seen` is how many steps are known. */
export const callsQuery = (api: Api, app: string, run: string, seen: number) =>
  queryOptions({
    queryKey: [...runsKey(app), run, "calls", seen],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/runs/{run_id}/messages", { params: { path: { run_id: run }, query: { limit: 200 } }, signal })).items,
    placeholderData: (before) => before,
  });

/** What one step changed. It never changes once the step is done. */
export const stepDiffQuery = (api: Api, run: string, step: string) =>
  queryOptions({
    queryKey: ["step-diffs", run, step],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/runs/{run_id}/diff", { params: { path: { run_id: run }, query: { step_id: step } }, signal })),
  });

/** What taking the run back would do to the draft as it is now. Nothing is stored. */
export const rollbackQuery = (api: Api, run: string, draft: string) =>
  queryOptions({
    queryKey: ["rollbacks", run, draft],
    queryFn: async ({ signal }) => unwrap(await api.GET("/runs/{run_id}/rollback", { params: { path: { run_id: run } }, signal })),
  });

export type Word = Pick<Schemas["Advance"], "approval" | "step_id" | "feedback">;

/** What a person says to one run. Each is pending until the app is shown as it is afterwards. */
export function useRunWords(app: string, run: string) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { run_id: run } } };
  const onSuccess = () => cache.invalidateQueries({ queryKey: [...APPS, app] });
  return {
    answer: useMutation({
      mutationFn: async (word: Word) => unwrap(await api.POST("/runs/{run_id}/advance", { ...path, body: { allow_host: false, ...word } })),
      onSuccess,
    }),
    stop: useMutation({
      mutationFn: async () =>
        unwrap(await api.POST("/admin/apps/{app_id}/builder/chat/{run_id}/cancel", { params: { path: { app_id: app, run_id: run } } })),
      onSuccess,
    }),
    resume: useMutation({ mutationFn: async () => unwrap(await api.POST("/runs/{run_id}/resume", { ...path, headers: onceKey() })), onSuccess }),
    rollback: useMutation({ mutationFn: async () => unwrap(await api.POST("/runs/{run_id}/rollback", { ...path, headers: onceKey() })), onSuccess }),
  };
}
