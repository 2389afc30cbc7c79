import type { PlanNodeLike } from "@/domain/planTree";

interface TaskLike {
  metadata_json: { source_plan_node_id: string | null };
}

/** Tasks that follow each other and belong to one phase: which, the number of the first, and of each the part that it is about. */
export interface TaskGroup<T> {
  phase: { id: string; title: string } | null;
  from: number;
  tasks: { task: T; part: string | null }[];
}

interface Place {
  phase: { id: string; title: string };
  part: string | null;
}

/** Where each node of a plan lies: its outermost part, and its own title where it is another. */
function placesIn(tree: readonly PlanNodeLike[]): ReadonlyMap<string, Place> {
  const below = (phase: PlanNodeLike, nodes: readonly PlanNodeLike[]): [string, Place][] =>
    nodes.flatMap((node) => [[node.id, { phase, part: node === phase ? null : node.title }], ...below(phase, node.children)]);
  return new Map(tree.flatMap((root) => below(root, [root])));
}

/** Tasks in the order of work under the phases they belong to. */
export function groupsOf<T extends TaskLike>(tasks: readonly T[], tree: readonly PlanNodeLike[]): TaskGroup<T>[] {
  const places = placesIn(tree);
  const groups: TaskGroup<T>[] = [];
  tasks.forEach((task, at) => {
    const { phase = null, part = null } = places.get(task.metadata_json.source_plan_node_id ?? "") ?? {};
    let last = groups.at(-1);
    if (!last || last.phase !== phase) groups.push((last = { phase, from: at + 1, tasks: [] }));
    last.tasks.push({ task, part });
  });
  return groups;
}
