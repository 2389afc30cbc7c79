import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { type Turn, turnsKey, workspaceKey } from "@/data/workspace";

export type RunDetail = Schemas["RunDetail"];
export type WaitingStep = Schemas["StepView"];
export type ModelMessage = Schemas["Message"];

const PAGE = 50;

const runKey = (app: string, run: string) => [...APPS, app, "run", run] as const;

/** A run that waits, with its steps whole. Its stream says that it waits a moment before it can be read so. */
export const waitingQuery = (api: Api, app: string, run: string, approval: string) =>
  queryOptions({
    queryKey: [...runKey(app, run), "waits", approval],
    queryFn: async ({ signal }) => unwrap(await api.GET("/runs/{run_id}", { params: { path: { run_id: run } }, signal })),
  });

export function waitingOf(run: RunDetail): WaitingStep[] {
  return run.steps.filter(({ id }) => run.waiting_steps.includes(id));
}

/** A run that has ended, with its caps and what stopped it. */
export const endedQuery = (api: Api, app: string, run: string) =>
  queryOptions({
    queryKey: [...runKey(app, run), "ended"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => unwrap(await api.GET("/runs/{run_id}", { params: { path: { run_id: run } }, signal })),
  });

/** Answers one waiting step of a run, or all. Pending until the workspace shows that it goes on. */
export function useAdvance(app: string, run: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: Schemas["Advance"]) =>
      unwrap(await api.POST("/runs/{run_id}/advance", { params: { path: { run_id: run } }, body })),
    onSuccess: () => Promise.all([workspaceKey(app), runKey(app, run)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

/** Each call of a model in a run, newest first. `calls` is how many are known, so that a run at work is read again. */
export const callsQuery = (api: Api, app: string, run: string, calls: number) =>
  infiniteQueryOptions({
    queryKey: [...runKey(app, run), "messages", calls],
    initialPageParam: null as string | null,
    placeholderData: keepPreviousData,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/runs/{run_id}/messages", {
          params: { path: { run_id: run }, query: { limit: PAGE, cursor: pageParam } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** A model's whole answer; it never changes. */
export const fullMessageQuery = (api: Api, message: string) =>
  queryOptions({
    queryKey: ["messages", message],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/messages/{message_id}/full", { params: { path: { message_id: message } }, signal })),
  });

/** What a turn changed and why, from what its run wrote down. No model is asked. */
export const turnExplanationQuery = (api: Api, app: string, about: Schemas["ExplainRequest"]) =>
  queryOptions({
    queryKey: ["explanations", app, about.revision_id ?? about.diff_id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(await api.POST("/admin/apps/{app_id}/builder/explain", { params: { path: { app_id: app } }, body: about, signal })),
  });

type Begin = Pick<Schemas["RunRequest"], "message" | "conversation_id" | "start_from" | "budget">;

/** Goes on behind a turn that ended early: as it was asked for, or with a word and caps of its own. */
export function useGoOn(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => Promise.all([workspaceKey(app), turnsKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey })));
  return {
    resume: useMutation({
      mutationFn: async (run: string) =>
        unwrap(await api.POST("/runs/{run_id}/resume", { params: { path: { run_id: run } }, headers: onceKey() })),
      onSuccess,
    }),
    begin: useMutation({
      mutationFn: async (body: Begin) =>
        unwrap(await api.POST("/projects/{project_id}/runs", { params: { path: { project_id: app } }, body, headers: onceKey() })),
      onSuccess,
    }),
  };
}

/** Has the latest answer of a chat given again; the new one takes its place when it is kept. What is streamed of it is followed as of any run. */
export function useAnswerAgain(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, prompt }: Turn) => {
      const messages = [{ role: "user" as const, parts: [{ type: "text" as const, text: prompt }] }];
      const { data, error, response } = await api.POST("/admin/apps/{app_id}/builder/chat/stream", {
        params: { path: { app_id: app } },
        body: { messages, trigger: "regenerate-message", messageId: id },
        headers: onceKey(),
        parseAs: "stream",
      });
      await unwrap({ data: data as ReadableStream | null | undefined, error, response })?.cancel();
    },
    onSuccess: () => Promise.all([workspaceKey(app), turnsKey(app)].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
