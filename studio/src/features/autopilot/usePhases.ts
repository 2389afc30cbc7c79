import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { blueprintQuery, type PlanJob } from "@/data/planning";
import { type Phase, phasesOf } from "@/domain/pilot";

const NONE: readonly Phase[] = [];

/** The phases of the plan in use. */
export function usePhases(app: string, blueprint: string | null): readonly Phase[] {
  const tree = useTree(app, blueprint)?.plan_tree;
  return tree ? phasesOf(tree) : NONE;
}

/** The writing of its tasks, the newest. */
export function useTasksJob(app: string, blueprint: string | null): PlanJob | null {
  return useTree(app, blueprint)?.tasks_job ?? null;
}

/** The reading of the plan's text, while it goes on. */
export function useReadingJob(app: string, blueprint: string | null): PlanJob | null {
  const job = useTree(app, blueprint)?.ingestion_job;
  return job?.status === "pending" || job?.status === "running" ? job : null;
}

/** Whether nothing of its text is a plan. */
export function useIsUnread(app: string, blueprint: string | null): boolean {
  return useTree(app, blueprint)?.plan_tree.length === 0;
}

const useTree = (app: string, blueprint: string | null) => useQuery({ ...blueprintQuery(useApi(), app, blueprint ?? ""), enabled: blueprint !== null }).data;
