import { queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";

export type Model = Schemas["ModelView"];

/** The name of the model that answers where no other is connected. */
const OFFLINE = "offline-demo";

/** Whether the offline demonstration model answers here. It stays what it is until the server is started again. */
export const offlineQuery = (api: Api) =>
  queryOptions({
    queryKey: ["offline"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/models", { signal })).items.some(({ name }) => name === OFFLINE),
  });

/** The models that a person may choose from, the default first. */
export const modelsQuery = (api: Api) =>
  queryOptions({
    queryKey: ["models"],
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/models", { signal })).items,
  });
