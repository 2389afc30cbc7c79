import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import type { Model } from "@/data/models";

export type ConnectionTest = Schemas["ConnectionTest"];
export type Probe = Schemas["Probe"];
export type ServerForm = Schemas["ServerForm"];

const LATEST = ["models", "connection"] as const;
const POLL_MS = 1000;

export const isOpen = (test: ConnectionTest | null) => test?.status === "queued" || test?.status === "running";

/** The latest connection test. Read again while it runs: no event reports its steps. */
export const connectionQuery = (api: Api) =>
  queryOptions({
    queryKey: LATEST,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/models/test", { signal })).test,
    refetchInterval: ({ state }) => (isOpen(state.data ?? null) ? POLL_MS : false),
  });

/** Starts a test. When it is refused, because another one runs, that one is shown. */
export function useTestConnection() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (model: string) => unwrap(await api.POST("/admin/models/test", { body: { model }, headers: onceKey() })),
    onSuccess: (test) => cache.setQueryData(LATEST, test),
    onError: () => cache.invalidateQueries({ queryKey: LATEST }),
  });
}

const REQUESTS_MOST = 5;
const TOKENS_MOST = { input: 400, output: 2000 };

/** Dollars that a test costs at most; null without a price. */
export function costAtMost({ price }: Model): number | null {
  return price && (REQUESTS_MOST * (TOKENS_MOST.input * price.input + TOKENS_MOST.output * price.output)) / 1_000_000;
}
