import { type MutationState, type QueryClient, queryOptions, useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, unwrap, useApi } from "@/data/api";
import { type App, APPS } from "@/data/apps";
import { modelsQuery } from "@/data/models";
import { type Blueprint, planKey } from "@/data/planning";
import { upload } from "@/data/uploads";
import { type Estimate, readingEstimate, tasksEstimate, type TokenPrice } from "@/domain/planning";

/** More is sent by way of storage: a request's body may be four megabytes. */
export const INLINE_BYTES = 3_000_000;

/** A piece of a document. It never changes. */
export const textQuery = (api: Api, app: string, document: string, start: number, end: number) =>
  queryOptions({
    queryKey: ["texts", document, start, end],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(
        await api.GET("/projects/{project_id}/docs/{document_id}/text", { params: { path: { project_id: app, document_id: document }, query: { start, end } }, signal }),
      ),
  });

export interface Brought {
  title: string;
  text: string;
  /** The blueprint that it is a newer version of. */
  base: Blueprint | null;
  /** Dollars that reading it may cost. */
  most: number;
}
interface Wanted {
  blueprint: string;
  again: boolean;
  most?: number;
}

/** Every reading that was asked for here, while the server has not answered and when it refused. */
const readingKey = (app: string) => ["reading", app] as const;

const readOptions = (api: Api, cache: QueryClient, app: string) => ({
  mutationKey: readingKey(app),
  mutationFn: async ({ blueprint, again, most }: Wanted) => {
    const body = { regenerate: again, ...(most ? { max_dollars: most } : {}) };
    return unwrap(await api.POST("/blueprints/{blueprint_id}/generate_plan", { params: { path: { blueprint_id: blueprint } }, body, headers: onceKey() }));
  },
  onSettled: () => renew(cache, app),
});

const renew = (cache: QueryClient, app: string) =>
  Promise.all([planKey(app), [...APPS, app, "workspace"]].map((queryKey) => cache.invalidateQueries({ queryKey })));

/**
 * Keeps a text, makes it the blueprint in use, and has it read, whatever is on the screen meanwhile. A reading that is
 * refused is told where the plan stands: the text is kept then.
 */
export async function bringText(api: Api, cache: QueryClient, app: string, { title, text, base, most }: Brought): Promise<string> {
  const project = { path: { project_id: app } };
  const blob = new Blob([text]);
  const words = blob.size > INLINE_BYTES ? { upload_id: await upload(api, blob) } : { text };
  const replaces = base ? { replaces: base.document_id } : {};
  const { id: document_id } = unwrap(await api.POST("/projects/{project_id}/docs/text", { params: project, body: { title, ...words, ...replaces }, headers: onceKey() }));
  const older = base ? { base_blueprint_id: base.id } : {};
  const { id } = unwrap(await api.POST("/projects/{project_id}/blueprints", { params: project, body: { document_id, title, mark_active: true, ...older }, headers: onceKey() }));
  const read = cache.getMutationCache().build(cache, readOptions(api, cache, app));
  await read.execute({ blueprint: id, again: false, most }).catch(() => undefined);
  return id;
}

/** How asking for a blueprint's reading went last: under way, refused, or neither. */
export function useAsked(app: string, blueprint: string) {
  const asked = useMutationState({ filters: { mutationKey: readingKey(app) }, select: ({ state }) => state as MutationState<unknown, Error, Wanted> });
  const last = asked.findLast(({ variables }) => variables?.blueprint === blueprint);
  return { isAsking: last?.status === "pending", refused: last?.status === "error" ? last.error : null };
}

/** What the model takes that plans for an app, or would for a new one: null where its price is not known, undefined before that is. */
function usePlannerPrice(app?: string): TokenPrice | null | undefined {
  const { data: models, isError } = useQuery(modelsQuery(useApi()));
  const named = useQueryClient().getQueryData<{ app: App }>([...APPS, app, "workspace"])?.app.settings.models;
  const name = named?.["deep"] ?? named?.["research"] ?? named?.["auto"];
  if (isError) return null;
  return models && (models.find((model) => (name ? model.name === name : model.is_default))?.price ?? null);
}

/** About what reading so many bytes into a plan costs; undefined where there is nothing to read. */
export function useReadingEstimate(bytes: number, app?: string): Estimate | null | undefined {
  const price = usePlannerPrice(app);
  return bytes > 0 ? price && readingEstimate(bytes, price) : undefined;
}

/** About what it costs to have the tasks of so many parts of a plan written. */
export function useTasksEstimate(parts: number, app: string): Estimate | null | undefined {
  const price = usePlannerPrice(app);
  return price && tasksEstimate(parts, price);
}

/** How a text becomes a plan, and a part of a plan tasks. Each is pending until the plan is shown so. */
export function useReading(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const onSuccess = () => renew(cache, app);
  return {
    bring: useMutation({ mutationFn: (brought: Brought) => bringText(api, cache, app, brought) }),
    read: useMutation(readOptions(api, cache, app)),
    writeTasks: useMutation({
      mutationFn: async ({ node, most }: { node: string; most: number }) =>
        unwrap(await api.POST("/plan_nodes/{node_id}/generate_tasks", { params: { path: { node_id: node } }, body: { max_dollars: most }, headers: onceKey() })),
      onSuccess,
    }),
    /** Of every innermost part that has none; asked while it goes on it is the same job. */
    writeAll: useMutation({
      mutationFn: async ({ blueprint, most }: { blueprint: string; most: number }) =>
        unwrap(await api.POST("/blueprints/{blueprint_id}/generate_all_tasks", { params: { path: { blueprint_id: blueprint } }, body: { max_dollars: most }, headers: onceKey() })),
      onSuccess,
    }),
  };
}
