import type { PlanNode, PlanTreeNode } from "@/data/planning";
import { neighboursOf } from "@/domain/planParts";
import { BlockedBy } from "@/features/planning/BlockedBy";
import { NodeLinks } from "@/features/planning/NodeLinks";
import { useViewWords } from "@/messages/planning/views/useViewWords";

interface Props {
  tree: readonly PlanTreeNode[];
  node: PlanNode;
  onNode: (node: string) => void;
  onTask: (task: string) => void;
}

/** What a part of the plan waits for and what waits for it, and why tasks of it cannot begin. */
export function NodeWaits({ tree, node, onNode, onTask }: Props) {
  const { waits: words } = useViewWords();
  const { before, after } = neighboursOf(tree, node.id);
  const blocked = node.tasks.filter(({ status, blocked_by: by }) => status === "blocked" && by.length > 0);
  return (
    <>
      {blocked.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="font-sans font-semibold">{words.blocked}</h3>
          <ul className="flex flex-col gap-3">
            {blocked.map((task) => (
              <li key={task.id} className="flex flex-col gap-1 border-l-2 border-warn pl-3">
                <span className="[overflow-wrap:anywhere]">{task.description}</span>
                <BlockedBy blockers={task.blocked_by} onTask={onTask} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {before.length > 0 && <NodeLinks title={words.before} nodes={before} onNode={onNode} />}
      {after.length > 0 && <NodeLinks title={words.after} nodes={after} onNode={onNode} />}
    </>
  );
}
