import type { PlanNode, PlanTreeNode } from "@/data/planning";
import { lookOf } from "@/domain/planning";
import { neighboursOf } from "@/domain/planParts";
import { BlockedBy } from "@/features/planning/BlockedBy";
import { PlanMark } from "@/features/planning/PlanMark";
import { useViewWords } from "@/messages/planning/views/useViewWords";

interface Props {
  tree: readonly PlanTreeNode[];
  node: PlanNode;
  onNode: (node: string) => void;
  onTask: (task: string) => void;
}

const SHOWN = 8;

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
      {before.length > 0 && <Nodes title={words.before} nodes={before} onNode={onNode} />}
      {after.length > 0 && <Nodes title={words.after} nodes={after} onNode={onNode} />}
    </>
  );
}

function Nodes({ title, nodes, onNode }: { title: string; nodes: readonly PlanTreeNode[]; onNode: (node: string) => void }) {
  const { waits: words } = useViewWords();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{title}</h3>
      <ul className="flex flex-col gap-1">
        {nodes.slice(0, SHOWN).map((node) => (
          <li key={node.id} className="flex items-center gap-2">
            <PlanMark state={lookOf(node)} iconOnly />
            <button type="button" onClick={() => onNode(node.id)} className="min-w-0 rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
              {node.title}
            </button>
          </li>
        ))}
        {nodes.length > SHOWN && <li className="text-sm text-muted">{words.more(nodes.length - SHOWN)}</li>}
      </ul>
    </section>
  );
}
