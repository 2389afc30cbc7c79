import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, unwrap, useApi } from "@/data/api";
import { detailOf } from "@/data/problem";

/** One command, and what came of it. `waits`: only a run may ask for it; `late`: the worker is still at it. */
export interface Command {
  id: string;
  command: string;
  state: "running" | "late" | "done" | "failed" | "refused" | "waits" | "lost";
  /** What was said of it, or why not. */
  text: string;
  build: string | null;
  began: number;
}

const KEPT = 30;
const AGAIN_MS = 1500;
const NONE: readonly Command[] = [];

/** The commands of this visit, oldest first. They are nowhere else, so they stay until the page is left. */
export function useTerminal(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const queryKey = ["terminal", app];
  const { data: commands } = useQuery({ queryKey, queryFn: () => cache.getQueryData<readonly Command[]>(queryKey) ?? NONE, initialData: NONE, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY });
  const write = (change: (before: readonly Command[]) => readonly Command[]) => cache.setQueryData<readonly Command[]>(queryKey, (before = NONE) => change(before).slice(-KEPT));
  const settle = (id: string, part: Partial<Command>) => write((before) => before.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const run = useMutation({
    mutationFn: async ({ command }: Command) =>
      unwrap(await api.POST("/projects/{project_id}/terminal/run", { params: { path: { project_id: app } }, body: { command, cwd: "" }, headers: onceKey() })),
    onMutate: (begun) => write((before) => [...before, begun]),
    onSuccess: (answer, { id }) => settle(id, outcome(answer)),
    onError: (error, { id }) => settle(id, { state: "lost", text: detailOf(error) }),
  });
  return {
    commands,
    send: (command: string) => run.mutate({ id: crypto.randomUUID(), command, state: "running", text: "", build: null, began: Date.now() }),
    clear: () => write((before) => before.filter(({ state }) => state === "running")),
  };
}

interface Answer {
  success: boolean;
  stdout: string;
  stderr: string;
  data: Record<string, unknown>;
}

function outcome({ success, stdout, stderr, data }: Answer): Partial<Command> {
  const build = typeof data["build_id"] === "string" ? data["build_id"] : null;
  const at = data["build_status"];
  if (!success && !build) return { state: data["status"] === "needs_approval" ? "waits" : "refused", text: stderr };
  if (!success && (at === "queued" || at === "running")) return { state: "late", build };
  return { state: success ? "done" : "failed", text: success ? stdout : stderr, build };
}

/** What a command printed, whole; asked for again until the worker is done with it. */
export const outputQuery = (api: Api, app: string, build: string) =>
  queryOptions({
    queryKey: ["commands", app, build],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/admin/apps/{app_id}/builder/builds/{build_id}", { params: { path: { app_id: app, build_id: build } }, signal })),
    refetchInterval: ({ state }) => (state.data && (state.data.status === "queued" || state.data.status === "running") ? AGAIN_MS : false),
  });
