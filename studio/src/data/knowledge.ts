import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type Note = Schemas["Note"];
export type Memory = Schemas["MemoryItem"];

const PAGE = 30;

export const notesKey = (app: string) => [...APPS, app, "notes"] as const;
export const memoryKey = (app: string) => [...APPS, app, "memory"] as const;

/** What people noted about the project, newest first. */
export const notesQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: notesKey(app),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET("/projects/{project_id}/notes", { params: { path: { project_id: app }, query: { limit: PAGE, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** What runs are to remember, newest first. */
export const memoryQuery = (api: Api, app: string) =>
  infiniteQueryOptions({
    queryKey: memoryKey(app),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET("/projects/{project_id}/memory", { params: { path: { project_id: app }, query: { limit: PAGE, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** One note, and one thing that is to be remembered. */
export const noteQuery = (api: Api, app: string, id: string) =>
  queryOptions({
    queryKey: [...notesKey(app), id],
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/notes/{note_id}", { params: { path: { project_id: app, note_id: id } }, signal })),
  });
export const memoryItemQuery = (api: Api, app: string, id: string) =>
  queryOptions({
    queryKey: [...memoryKey(app), id],
    queryFn: async ({ signal }) => unwrap(await api.GET("/projects/{project_id}/memory/{memory_id}", { params: { path: { project_id: app, memory_id: id } }, signal })),
  });

/** Each is pending until the list shows it. A change of what somebody else changed meanwhile is refused. */
export function useNotes(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: notesKey(app) });
  const of = (id: string) => ({ path: { project_id: app, note_id: id } });
  return {
    add: useMutation({
      mutationFn: async (body: Schemas["NoteRequest"]) => unwrap(await api.POST("/projects/{project_id}/notes", { params: { path: { project_id: app } }, body, headers: onceKey() })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: async ({ id, ...body }: Schemas["NotePatch"] & { id: string }) => unwrap(await api.PATCH("/projects/{project_id}/notes/{note_id}", { params: of(id), body, headers: onceKey() })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async ({ id, version }: Pick<Note, "id" | "version">) =>
        unwrap(await api.DELETE("/projects/{project_id}/notes/{note_id}", { params: { ...of(id), query: { version } }, headers: onceKey() })),
      onSuccess,
    }),
  };
}

/** The same of what is to be remembered. */
export function useMemory(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: memoryKey(app) });
  const of = (id: string) => ({ path: { project_id: app, memory_id: id } });
  return {
    add: useMutation({
      mutationFn: async (body: Schemas["MemoryRequest"]) => unwrap(await api.POST("/projects/{project_id}/memory", { params: { path: { project_id: app } }, body, headers: onceKey() })),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: async ({ id, ...body }: Schemas["MemoryPatch"] & { id: string }) => unwrap(await api.PATCH("/projects/{project_id}/memory/{memory_id}", { params: of(id), body, headers: onceKey() })),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async ({ id, version }: Pick<Memory, "id" | "version">) =>
        unwrap(await api.DELETE("/projects/{project_id}/memory/{memory_id}", { params: { ...of(id), query: { version } }, headers: onceKey() })),
      onSuccess,
    }),
  };
}
