import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";

export type ApiKey = Schemas["ApiKey"];
export type NewApiKey = Schemas["NewApiKey"];
export type Me = Schemas["Me"];

const PAGE = 50;
const KEYS = ["tenant", "keys"] as const;

/** Who is signed in, and what they may do. */
export const meQuery = (api: Api) =>
  queryOptions({ queryKey: ["tenant", "me"], staleTime: 5 * 60_000, queryFn: async ({ signal }) => unwrap(await api.GET("/me", { signal })) });

/** Whether a subject is whoever is signed in: people are not told their own name, which a server gave them. */
export function useIsMe(): (subject: string) => boolean {
  const me = useQuery(meQuery(useApi())).data?.subject;
  return (subject) => subject === me;
}

/** The tenant's keys for programs, newest first, also those that open nothing any more. */
export const keysQuery = (api: Api) =>
  infiniteQueryOptions({
    queryKey: KEYS,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) => unwrap(await api.GET("/admin/api-keys", { params: { query: { limit: PAGE, cursor: pageParam } }, signal })),
    getNextPageParam: (page) => page.next_cursor,
  });

/** Makes a key, whose secret is in the answer only; takes one away for good. */
export function useKeys() {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: KEYS });
  return {
    create: useMutation({
      // The secret is nowhere but in the part that shows it: no cache keeps the answer.
      gcTime: 0,
      mutationFn: async (body: Schemas["ApiKeyRequest"]) => unwrap(await api.POST("/admin/api-keys", { body, headers: onceKey() })),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: async (key: string) => unwrap(await api.DELETE("/admin/api-keys/{key_id}", { params: { path: { key_id: key } } })),
      onSuccess,
    }),
  };
}
