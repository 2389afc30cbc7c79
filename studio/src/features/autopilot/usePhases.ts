import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { blueprintQuery } from "@/data/planning";
import { type Phase, phasesOf } from "@/domain/pilot";

const NONE: readonly Phase[] = [];

/** The phases of the plan in use. */
export function usePhases(app: string, blueprint: string | null): readonly Phase[] {
  const tree = useQuery({ ...blueprintQuery(useApi(), app, blueprint ?? ""), enabled: blueprint !== null }).data?.plan_tree;
  return tree ? phasesOf(tree) : NONE;
}
