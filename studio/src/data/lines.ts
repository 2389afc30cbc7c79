import { queryOptions } from "@tanstack/react-query";
import { type Api, type Schemas, unwrap } from "@/data/api";

export type Line = Schemas["CatalogLine"]["line"];

/** The lines of packages, with what each framework is on them. */
export const linesQuery = (api: Api) =>
  queryOptions({
    queryKey: ["catalog", "lines"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/catalog/lines", { signal })).items,
  });
