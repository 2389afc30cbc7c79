import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { planKey } from "@/data/planning";
import { INLINE_BYTES } from "@/data/reading";
import { upload } from "@/data/uploads";
import { PIECE } from "@/domain/documents";

export type Document = Schemas["Document"];

const PAGE = 200;
const PAGES_MOST = 10;

const documentsKey = (app: string) => [...planKey(app), "documents"] as const;

/** The texts of the project, newest first. `more`: there are older ones than are told apart here. */
export const documentsQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: documentsKey(app),
    queryFn: async ({ signal }) => {
      const items: Document[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_MOST; page++) {
        const found: Schemas["DocumentPage"] = unwrap(await api.GET("/projects/{project_id}/docs", { params: { path: { project_id: app }, query: { limit: PAGE, cursor } }, signal }));
        items.push(...found.items);
        cursor = found.next_cursor;
        if (cursor === null) break;
      }
      return { items, more: cursor !== null };
    },
  });

/** A text from its beginning to its end, in as many pieces as that takes. It never changes. */
export const wholeTextQuery = (api: Api, app: string, { id, length }: Pick<Document, "id" | "length">) =>
  queryOptions({
    queryKey: ["texts", id, "whole"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      let text = "";
      for (let start = 0; start < length; start += PIECE) {
        const place = { path: { project_id: app, document_id: id }, query: { start, end: Math.min(length, start + PIECE) } };
        text += unwrap(await api.GET("/projects/{project_id}/docs/{document_id}/text", { params: place, signal })).text;
      }
      return text;
    },
  });

export interface NewText {
  title: string;
  text: string;
  /** The text that it is a newer one of. */
  replaces: string | null;
}

/** Each is pending until the list shows it. */
export function useDocuments(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => cache.invalidateQueries({ queryKey: documentsKey(app) });
  return {
    add: useMutation({
      mutationFn: async ({ title, text, replaces }: NewText) => {
        const blob = new Blob([text]);
        const words = blob.size > INLINE_BYTES ? { upload_id: await upload(api, blob) } : { text };
        return unwrap(await api.POST("/projects/{project_id}/docs/text", { params: { path: { project_id: app } }, body: { title, ...words, ...(replaces ? { replaces } : {}) }, headers: onceKey() }));
      },
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: async (document: string) =>
        unwrap(await api.DELETE("/projects/{project_id}/docs/{document_id}", { params: { path: { project_id: app, document_id: document } }, headers: onceKey() })),
      onSuccess,
    }),
    trust: useMutation({
      mutationFn: async (document: string) =>
        unwrap(await api.POST("/projects/{project_id}/docs/{document_id}/confirm", { params: { path: { project_id: app, document_id: document } }, headers: onceKey() })),
      onSuccess,
    }),
  };
}
