import { useMutation } from "@tanstack/react-query";
import { unwrap, useApi } from "@/data/api";

export type ExportFormat = "zip" | "bundle";

/** Has the app packed as one file, and lets the browser save it. */
export function useExport(app: string) {
  const api = useApi();
  return useMutation({
    mutationFn: async (format: ExportFormat) => {
      const headers = { Accept: "application/json" };
      return unwrap(await api.GET("/admin/apps/{app_id}/builder/export", { params: { path: { app_id: app }, query: { format } }, headers }));
    },
    onSuccess: ({ url }) => location.assign(url),
  });
}
