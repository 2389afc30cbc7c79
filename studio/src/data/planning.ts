import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Api, onceKey, type Schemas, unwrap, useApi } from "@/data/api";
import { APPS } from "@/data/apps";
import type { TaskState } from "@/domain/place";

export type Blueprint = Schemas["Blueprint"];
export type BlueprintTree = Schemas["BlueprintTree"];
export type PlanTreeNode = Schemas["PlanTreeNode"];
export type PlanNode = Schemas["FullPlanNode"];
export type TaskView = Schemas["Task"];
export type NodeChange = Schemas["NodeChange"];
export type PlanJob = Schemas["IngestionJob"];
export type PlanProposal = Schemas["PlanProposal"];
export type FullTask = Schemas["FullTask"];
export type ShowingCheck = Schemas["ShowingCheck"];

const PAGE = 50;

/** All that is known of an app's plans: what happens to one may be about any of it. */
export const planKey = (app: string) => [...APPS, app, "plan"] as const;

/** Every version of every blueprint, newest first. */
export const blueprintsQuery = (api: Api, app: string) =>
  queryOptions({
    queryKey: [...planKey(app), "blueprints"],
    queryFn: async ({ signal }) =>
      unwrap(await api.GET("/projects/{project_id}/blueprints", { params: { path: { project_id: app }, query: { limit: 200 } }, signal })).items,
  });

/** A blueprint with its whole plan. */
export const blueprintQuery = (api: Api, app: string, blueprint: string) =>
  queryOptions({
    queryKey: [...planKey(app), "tree", blueprint],
    queryFn: async ({ signal }) => unwrap(await api.GET("/blueprints/{blueprint_id}", { params: { path: { blueprint_id: blueprint } }, signal })),
  });

/** A part of a plan with its tasks, where it lies and what the text says there. */
export const planNodeQuery = (api: Api, app: string, node: string) =>
  queryOptions({
    queryKey: [...planKey(app), "node", node],
    queryFn: async ({ signal }) => unwrap(await api.GET("/plan_nodes/{node_id}", { params: { path: { node_id: node } }, signal })),
  });

/** The tasks of the project in the order of work: of a status, of a part of the plan and all below it. */
export const tasksQuery = (api: Api, app: string, status: TaskState | undefined, node: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...planKey(app), "tasks", status ?? null, node ?? null],
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      unwrap(
        await api.GET("/projects/{project_id}/tasks", {
          params: { path: { project_id: app }, query: { limit: PAGE, order: "work", cursor: pageParam, status: status ?? null, phase: node ?? null } },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });

/** One task, and what it waits for. */
export const taskQuery = (api: Api, app: string, task: string) =>
  queryOptions({
    queryKey: [...planKey(app), "task", task],
    queryFn: async ({ signal }) => unwrap(await api.GET("/tasks/{task_id}", { params: { path: { task_id: task } }, signal })),
  });

/** What a version of a blueprint says otherwise than the one before; the first of its line has nothing before it. */
export const comparisonQuery = (api: Api, app: string, blueprint: string) =>
  queryOptions({
    queryKey: [...planKey(app), "comparison", blueprint],
    queryFn: async ({ signal }) => unwrap(await api.POST("/blueprints/{blueprint_id}/compare_to_parent", { params: { path: { blueprint_id: blueprint } }, signal })).items,
  });

/** The newest change of a plan that was proposed. 404 before the first: the plan says whether there is one. */
export const proposalQuery = (api: Api, app: string, blueprint: string) =>
  queryOptions({
    queryKey: [...planKey(app), "proposal", blueprint],
    queryFn: async ({ signal }) => unwrap(await api.GET("/blueprints/{blueprint_id}/proposal", { params: { path: { blueprint_id: blueprint } }, signal })),
  });

/** Each is pending until the plan is shown so. */
export function usePlanning(app: string) {
  const api = useApi();
  const cache = useQueryClient();
  const project = { path: { project_id: app } };
  const onSuccess = () => Promise.all([planKey(app), [...APPS, app, "workspace"]].map((queryKey) => cache.invalidateQueries({ queryKey })));
  return {
    use: useMutation({
      mutationFn: async (blueprint: string) =>
        unwrap(await api.PATCH("/blueprints/{blueprint_id}", { params: { path: { blueprint_id: blueprint } }, body: { mark_active: true }, headers: onceKey() })),
      onSuccess,
    }),
    /** One after the other: of two changes of the same part the later one holds. */
    changeNode: useMutation({
      scope: { id: `plan.${app}` },
      mutationFn: async ({ node, ...body }: Schemas["NodePatch"] & { node: string }) =>
        unwrap(await api.PATCH("/plan_nodes/{node_id}", { params: { path: { node_id: node } }, body, headers: onceKey() })),
      onSettled: onSuccess,
    }),
    chooseFor: useMutation({
      mutationFn: async (phase: string | null) => unwrap(await api.PATCH("/admin/apps/{app_id}", { params: { path: { app_id: app } }, body: { active_phase_node_id: phase }, headers: onceKey() })),
      onSuccess,
    }),
    addTask: useMutation({
      mutationFn: async (body: Schemas["TaskRequest"]) => unwrap(await api.POST("/projects/{project_id}/tasks", { params: project, body, headers: onceKey() })),
      onSuccess,
    }),
    changeTask: useMutation({
      mutationFn: async ({ task, ...body }: { task: string } & Pick<Partial<Schemas["TaskPatch"]>, "status" | "description"> & { metadata_json?: Partial<Schemas["TaskMetadata"]> }) =>
        unwrap(await api.PATCH("/tasks/{task_id}", { params: { path: { task_id: task } }, body: body as never, headers: onceKey() })),
      onSuccess,
    }),
    /** A part of the plan and tasks of it were looked at beside the newer text, and still hold. */
    hold: useMutation({
      mutationFn: async ({ node, tasks }: { node: string | null; tasks: readonly string[] }) => {
        for (const task of tasks) unwrap(await api.PATCH("/tasks/{task_id}", { params: { path: { task_id: task } }, body: { stale: null } as never, headers: onceKey() }));
        if (node) unwrap(await api.PATCH("/plan_nodes/{node_id}", { params: { path: { node_id: node } }, body: { extra_metadata: { changed: false } }, headers: onceKey() }));
      },
      onSettled: onSuccess,
    }),
  };
}

/** How a change of a plan is proposed, applied and let go. Each is pending until the plan is shown so. */
export function useProposing(app: string, blueprint: string) {
  const api = useApi();
  const cache = useQueryClient();
  const params = { path: { blueprint_id: blueprint } };
  const onSettled = () => cache.invalidateQueries({ queryKey: planKey(app) });
  return {
    propose: useMutation({
      mutationFn: async (body: Schemas["ChangeRequest"]) => unwrap(await api.POST("/blueprints/{blueprint_id}/proposal", { params, body, headers: onceKey() })),
      onSettled,
    }),
    apply: useMutation({
      mutationFn: async ({ round, most }: { round: number; most?: number }) => {
        const body = { round, ...(most ? { max_dollars: most } : {}) };
        return unwrap(await api.POST("/blueprints/{blueprint_id}/proposal/apply", { params, body, headers: onceKey() }));
      },
      onSettled,
    }),
    discard: useMutation({
      mutationFn: async (round: number) => unwrap(await api.POST("/blueprints/{blueprint_id}/proposal/discard", { params, body: { round }, headers: onceKey() })),
      onSettled,
    }),
  };
}
