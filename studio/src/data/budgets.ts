import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";

export type BudgetSettings = Schemas["BudgetSettings"];
export type BudgetWish = Schemas["BudgetWish"];

/** What the tenant has set for itself beside what the server allows. */
export const budgetsQuery = (api: Api) =>
  queryOptions({ queryKey: ["tenant", "budgets"], queryFn: async ({ signal }) => unwrap(await api.GET("/admin/budgets", { signal })) });

/** Sets all four; what may still be spent is read again. */
export function useSetBudgets() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (body: BudgetWish) => unwrap(await api.PUT("/admin/budgets", { body, headers: onceKey() })),
    onSettled: () => Promise.all([cache.invalidateQueries({ queryKey: ["tenant", "budgets"] }), cache.invalidateQueries({ queryKey: ["tenant", "usage"] })]),
  });
}
