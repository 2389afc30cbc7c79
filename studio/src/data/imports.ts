import { useMutation, useQueryClient } from "@tanstack/react-query";
import { onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import type { Line } from "@/data/lines";

export type ImportedApp = Schemas["ImportedApp"];

/** What the API takes as one body. */
export const ZIP_BYTES = 4 * 1024 * 1024;

export interface ImportWish {
  file: File;
  /** The line of packages that it is to be made of, and the app that it becomes again. */
  line?: Line | null;
  app_id?: string;
}

/** Makes an app of a zip of a project. */
export function useImport() {
  const api = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ file, ...again }: ImportWish): Promise<ImportedApp> =>
      unwrap(
        await api.POST("/admin/apps/import", {
          params: { query: { name: file.name.replace(/\.zip$/i, "").slice(0, 80) || null, ...again } },
          body: file as never,
          bodySerializer: (body: unknown) => body as File,
          headers: { ...onceKey(), "Content-Type": "application/zip" },
        }),
      ),
    onSuccess: () => cache.invalidateQueries({ queryKey: APPS, exact: true }),
  });
}
