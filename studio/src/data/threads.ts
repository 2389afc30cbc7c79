import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";

export type Thread = Schemas["Thread"];
export type FoundThread = Schemas["Found"];

const PAGE = 50;
const PATH = "/admin/apps/{app_id}/builder/threads";

export const threadsKey = (app: string) => [...APPS, app, "threads"] as const;

/** The chats of an app, those begun last first; or those that were removed. */
export const threadsQuery = (api: Api, app: string, archived: boolean) =>
  infiniteQueryOptions({
    queryKey: [...threadsKey(app), "list", archived],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(await api.GET(PATH, { params: { path: { app_id: app }, query: { limit: PAGE, cursor: pageParam, archived } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** One chat, also when it was removed. */
export const threadQuery = (api: Api, app: string, id: string) =>
  queryOptions({
    queryKey: [...threadsKey(app), "one", id],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET(`${PATH}/{conversation_id}`, { params: { path: { app_id: app, conversation_id: id } }, signal })),
  });

/** The chats that have some words. What was found before stays while more is typed. */
export const foundThreadsQuery = (api: Api, app: string, words: string) =>
  queryOptions({
    queryKey: [...threadsKey(app), "found", words],
    enabled: words !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => unwrap(await api.GET(`${PATH}/search`, { params: { path: { app_id: app }, query: { q: words } }, signal })),
  });

/** Renames a chat, removes it or brings it back. Pending until lists show it. */
export function useChangeThread(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: { id: string } & Schemas["ThreadPatch"]) =>
      unwrap(
        await api.PATCH(`${PATH}/{conversation_id}`, {
          params: { path: { app_id: app, conversation_id: id } },
          body,
          headers: onceKey(),
        }),
      ),
    onSuccess: (thread) => {
      cache.setQueryData(threadQuery(api, app, thread.id).queryKey, thread);
      return cache.invalidateQueries({ queryKey: [...APPS, app] });
    },
  });
}
