import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, ProblemError, type Schemas, unwrap, useApi } from "@/data/api";
import { meQuery } from "@/data/tenant";

export type Addition = Schemas["CatalogAddition"];
export type AdditionWish = Schemas["AdditionRequest"];

const ADDITIONS = ["tenant", "packages"] as const;
const CATALOG = ["catalog"] as const;
const POLL_MS = 2500;

/** What was added to the catalog, and what was proposed, newest first. Asked again while a worker is at one: no event tells its end. */
export const additionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ADDITIONS,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/catalog/packages", { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === "adding") ? POLL_MS : false),
  });

/** All that apps may be built with on a line. */
export const catalogQuery = (api: Api, line: string) =>
  queryOptions({
    queryKey: [...CATALOG, line],
    staleTime: 60_000,
    queryFn: async ({ signal }) => unwrap(await api.GET("/admin/catalog", { params: { query: { line } }, signal })).items,
  });

/** Has a package vetted and added, which also accepts a proposal. The list is read again whatever came of it. */
export function useAddPackage() {
  const api = useApi();
  const onSettled = useReadAgain();
  return useMutation({
    mutationFn: async (body: AdditionWish) => unwrap(await api.POST("/admin/catalog/packages", { body, headers: onceKey() })),
    onSettled,
  });
}

/** Removes what was added, rejects a proposal, stops what is being added, forgets a refusal. */
export function useRemovePackage() {
  const api = useApi();
  const onSettled = useReadAgain();
  return useMutation({
    mutationFn: async ({ name, line }: Pick<Addition, "name" | "line">) =>
      unwrap(await api.DELETE("/admin/catalog/packages/{name}", { params: { path: { name }, query: { line } } })),
    onSettled,
  });
}

function useReadAgain() {
  const cache = useQueryClient();
  return () => Promise.all([cache.invalidateQueries({ queryKey: ADDITIONS }), cache.invalidateQueries({ queryKey: CATALOG })]);
}

/** The apps for whose sake a package was not removed. */
export const usersOf = (error: Error | null) => (error instanceof ProblemError && error.problem.apps) || [];

/** The package that a refused name resembles. */
export const nearOf = (error: Error | null) => (error instanceof ProblemError && error.problem.near) || null;

/** Of packages that are missing, what was proposed to this person; to those who may not decide, all of them. */
export function useMissing(names: readonly string[], asked: (addition: Addition) => boolean): { proposed: readonly Addition[]; missing: readonly string[] } {
  const api = useApi();
  const may = useQuery(meQuery(api)).data?.scopes.includes("admin");
  const { data = [] } = useQuery({ ...additionsQuery(api), enabled: may === true });
  const proposed = data.filter((addition) => addition.status === "proposed" && (asked(addition) || names.includes(addition.name)));
  return { proposed: may ? proposed : [], missing: may === false ? names : [] };
}
