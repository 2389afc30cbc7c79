import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, ProblemError, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import { type Workspace, workspaceQuery } from "@/data/workspace";

export type FileEntry = Schemas["FileEntry"];
export type FileContent = Schemas["FileContent"];

/** A file as it is in a revision; what it holds follows from its hash. */
export interface FileAt {
  revision: string;
  path: string;
  sha256: string;
}

const fileKey = (app: string, { path, sha256 }: FileAt) => ["files", app, sha256, path] as const;

export const fileQuery = (api: Api, app: string, file: FileAt) =>
  queryOptions({
    queryKey: fileKey(app, file),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions/{revision_id}/files/{path}", {
          params: { path: { app_id: app, revision_id: file.revision, path: file.path } },
          signal,
        }),
      ),
  });

/** All files of a revision. */
export const treeQuery = (api: Api, app: string, revision: string | null) =>
  queryOptions({
    queryKey: ["trees", app, revision],
    enabled: revision !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/admin/apps/{app_id}/builder/revisions/{revision_id}/files", {
          params: { path: { app_id: app, revision_id: revision ?? "" } },
          signal,
        }),
      ).items,
  });

/** The lines of the draft that hold the words. */
export const searchQuery = (api: Api, app: string, draft: string, words: string) =>
  queryOptions({
    queryKey: ["search", app, draft, words],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.POST("/api/tools/{tool}", {
          params: { path: { tool: "search_code" } },
          body: { project_id: app, params: { query: words } },
          signal,
        }),
      ),
  });

/** What a person wrote in a file, and on which state of it: `sha256` is empty for a file that was not there. */
export interface Unsaved {
  path: string;
  text: string;
  revision: string;
  sha256: string;
}

/** Either all of it is a new revision, or the app has changed the same files since: then nothing is saved. */
type Diagnostic = Schemas["Diagnostic"];

export type Saved = { kind: "saved"; revision: string; warnings: readonly Diagnostic[] } | { kind: "moved"; workspace: Workspace; paths: string[] };

const TRIES = 3;

export const shaOf = (tree: readonly FileEntry[], path: string) => tree.find((file) => file.path === path)?.sha256 ?? "";

/** Saves files as one revision on the newest draft. What the draft changed elsewhere meanwhile is no conflict. */
export function useSave(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const newest = () => cache.fetchQuery({ ...workspaceQuery(api, app), staleTime: 0 });
  return useMutation({
    mutationFn: async (files: readonly Unsaved[]): Promise<Saved> => {
      for (let tries = TRIES; ; tries--) {
        const workspace = await newest();
        const moved = files.filter(({ path, sha256 }) => shaOf(workspace.tree, path) !== sha256);
        if (moved.length > 0) return { kind: "moved", workspace, paths: moved.map(({ path }) => path) };
        try {
          const { id, warnings } = await save(api, workspace, files);
          return { kind: "saved", revision: id, warnings };
        } catch (error) {
          if (tries <= 1 || !isConflict(error)) throw error;
        }
      }
    },
    onSuccess: async (saved, files) => {
      if (saved.kind === "moved") return;
      await Promise.all(files.map(async (file) => remember(await shown(file, saved.revision))));
      await cache.invalidateQueries({ queryKey: [...APPS, app] });
    },
  });

  function remember(file: FileContent & FileAt) {
    cache.setQueryData(fileKey(app, file), file);
  }
}

async function save(api: Api, { app, draft }: Workspace, files: readonly Unsaved[]) {
  const operations = files.map(({ path, text }) => ({ op: "upsert_file" as const, path, content: text, encoding: "utf-8" as const }));
  return unwrap(
    await api.POST("/admin/apps/{app_id}/builder/revisions", {
      params: { path: { app_id: app.id } },
      body: { base_revision_id: draft.id, operations },
      headers: onceKey(),
    }),
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "REVISION_CONFLICT";
}

/** A saved file as the server will show it, so that it is not read again. */
async function shown({ path, text }: Unsaved, revision: string): Promise<FileContent & FileAt> {
  const bytes = new TextEncoder().encode(text);
  // The page has no digest where it came without TLS from another machine: then the file is read again.
  const digest = (await globalThis.crypto.subtle?.digest("SHA-256", bytes)) ?? new ArrayBuffer(0);
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { path, content: text, encoding: "utf-8", size: bytes.length, revision, sha256 };
}
