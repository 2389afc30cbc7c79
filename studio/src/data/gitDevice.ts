import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { unwrap, useApi } from "@/data/api";
import { gitKey } from "@/data/git";

/** A sign-in by code: begun, and asked for as often as the forge allows while somebody looks, until the person has agreed. */
export function useDevice(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const path = { params: { path: { app_id: app } } };
  const start = useMutation({
    mutationFn: async (url: string) => unwrap(await api.POST("/admin/apps/{app_id}/builder/git/device", { ...path, body: { url } })),
  });
  const handle = start.data?.handle ?? "";
  const asked = start.data?.interval ?? 5;
  const poll = useQuery({
    queryKey: ["git-device", app, handle],
    enabled: handle !== "",
    retry: false,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error || state.data?.connected ? false : 1000 * Math.max(asked, state.data?.interval ?? 0)),
    queryFn: async () => {
      const said = unwrap(await api.POST("/admin/apps/{app_id}/builder/git/device/poll", { ...path, body: { handle } }));
      if (said.connected) await cache.invalidateQueries({ queryKey: gitKey(app) });
      return said;
    },
  });
  return { start, poll, stop: start.reset };
}
