import { useMutation, useQueryClient } from "@tanstack/react-query";
import { onceKey, unwrap, useApi } from "@/data/api";
import { type App, APPS } from "@/data/apps";
import { type Edits, patchOf } from "@/domain/settings";

/** Saves what was changed by hand over the app as the server has it now: what others saved meanwhile stays. */
export function useSaveSettings(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { app_id: app } } };
  return useMutation({
    mutationFn: async (edits: Edits) => {
      const now: App = unwrap(await api.GET("/admin/apps/{app_id}", path));
      return unwrap(await api.PATCH("/admin/apps/{app_id}", { ...path, body: patchOf(now, edits), headers: onceKey() }));
    },
    onSuccess: async (saved) => {
      cache.setQueryData([...APPS, app], saved);
      await cache.invalidateQueries({ queryKey: [...APPS, app] });
      return cache.invalidateQueries({ queryKey: APPS, exact: true });
    },
  });
}
