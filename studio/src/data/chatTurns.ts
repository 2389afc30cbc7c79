import { infiniteQueryOptions, type QueryClient, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Api, unwrap, useApi } from "@/data/api";
import { type Turn, turnsKey } from "@/data/workspace";

const NEWEST = 20;
const OLDER = 50;

/** The newest turns that were read, newest first, and behind which cursor the older ones begin. */
interface Newest {
  items: Turn[];
  older: string | null;
}

async function readTurns(api: Api, app: string, chat: string, page: { limit: number; cursor: string | null }, signal: AbortSignal) {
  const query = { ...page, conversation_id: chat };
  return unwrap(await api.GET("/admin/apps/{app_id}/builder/conversations", { params: { path: { app_id: app }, query }, signal }));
}

/** What was read before, with a newer first page. They are joined where they overlap; else what was read before is too old. */
export function joined(known: Newest | undefined, page: { items: Turn[]; next_cursor?: string | null }): Newest {
  const fresh = { items: page.items, older: page.next_cursor ?? null };
  const ids = new Set(page.items.map(({ id }) => id));
  if (!known || fresh.older === null || !known.items.some(({ id }) => ids.has(id))) return fresh;
  return { items: [...page.items, ...known.items.filter(({ id }) => !ids.has(id))], older: known.older };
}

const newestQuery = (api: Api, cache: QueryClient, app: string, chat: string) => {
  const queryKey = [...turnsKey(app), chat] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Newest> => {
      const page = await readTurns(api, app, chat, { limit: NEWEST, cursor: null }, signal);
      return joined(cache.getQueryData<Newest>(queryKey), page);
    },
  });
};

/** Not below the key of the app: what has ended does not change, and is not read again with what does. */
const olderQuery = (api: Api, app: string, chat: string, from: string | null) =>
  infiniteQueryOptions({
    queryKey: ["older-turns", app, chat, from],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    initialPageParam: from,
    queryFn: ({ pageParam, signal }) => readTurns(api, app, chat, { limit: OLDER, cursor: pageParam }, signal),
    getNextPageParam: (page) => page.next_cursor,
  });

/** A chat's turns, newest first: the newest at once, older ones a page at a time when asked for. */
export function useTurns(app: string, chat: string) {
  const api = useApi();
  const newest = useQuery(newestQuery(api, useQueryClient(), app, chat));
  const from = newest.data?.older ?? null;
  const older = useInfiniteQuery(olderQuery(api, app, chat, from));
  const turns = useMemo(() => [...(newest.data?.items ?? []), ...(older.data?.pages ?? []).flatMap((page) => page.items)], [newest.data, older.data]);
  const more = older.data ? older.hasNextPage : from !== null;
  return {
    turns,
    more,
    pending: newest.isPending,
    failed: newest.isError && !newest.data,
    reading: older.isFetching,
    unread: older.isError,
    again: () => newest.refetch(),
    readOlder: () => (older.isFetching || !more ? undefined : older.data ? older.fetchNextPage() : older.refetch()),
  };
}
