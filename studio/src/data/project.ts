import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { codeOf } from "@/data/problem";
import { type Part, partOf, type PartRow, rowsOf, sameRows } from "@/domain/project";

export type ProjectState = Schemas["StateView"];
export type ToolCall = Schemas["ToolLogEntry"];

const LOG_PAGE = 30;

const stateKey = (app: string) => [...APPS, app, "state"] as const;

/** What the project is meant to become, and what is known of it. */
export const stateQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: stateKey(app),
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/state", { params: { path: { project_id: app } }, signal })),
  });

/** The tool calls of all runs, latest first. */
export const toolLogQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: [...APPS, app, "tool-log"],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET("/projects/{project_id}/tool-log", { params: { path: { project_id: app }, query: { last: LOG_PAGE, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** Replaces one part. Where the state was written meanwhile, but not this part of it, it is saved over the new one. */
export function useSavePart(app: string, part: Part) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { project_id: app } } };
  const write = async (version: number, rows: readonly PartRow[]) =>
    unwrap(await api.PATCH("/projects/{project_id}/state", { ...path, body: { version, ...partOf(part, rows) }, headers: onceKey() }));
  return useMutation({
    mutationFn: async ({ version, rows, seen }: { version: number; rows: readonly PartRow[]; seen: readonly PartRow[] }) => {
      try {
        return await write(version, rows);
      } catch (error) {
        if (codeOf(error as Error) !== "STATE_CONFLICT") throw error;
        const now = unwrap(await api.GET("/projects/{project_id}/state", path));
        if (!sameRows(rowsOf(part, now), seen)) throw error;
        return write(now.version, rows);
      }
    },
    onSuccess: (now) => cache.setQueryData(stateKey(app), now),
    onError: () => cache.invalidateQueries({ queryKey: stateKey(app) }),
  });
}
