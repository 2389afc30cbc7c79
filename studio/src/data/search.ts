import { queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";
import { APPS } from "@/data/apps";
import type { FoundKind } from "@/domain/search";

export type Hit = Schemas["Hit"];

export const SEARCH_MOST = 50;

/** What a project knows about a few words, best first: of a kind, or all of it. Always as it is now. */
export const searchQuery = (api: Api, app: string, query: string, kind: FoundKind | null) =>
  queryOptions({
    queryKey: [...APPS, app, "search", query, kind],
    staleTime: 0,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/projects/{project_id}/search", {
          params: { path: { project_id: app } },
          body: { query, limit: SEARCH_MOST, ...(kind ? { kinds: [kind] } : {}) },
          signal,
        }),
      ),
  });
