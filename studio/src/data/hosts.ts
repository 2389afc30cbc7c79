import { useMutation, useQueryClient } from "@tanstack/react-query";
import { unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { diffsKey } from "@/data/diff";

/** Lets the app's pages and its agent reach a host. Proposals that name it are read again. */
export function useAllowHost(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (host: string) => unwrap(await api.POST("/admin/apps/{app_id}/builder/allow-host", { params: { path: { app_id: app } }, body: { host } })),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: [...APPS, app] });
      await cache.invalidateQueries({ queryKey: diffsKey(app) });
    },
  });
}
