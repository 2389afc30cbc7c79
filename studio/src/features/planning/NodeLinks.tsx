import type { PlanTreeNode } from "@/data/planning";
import { lookOf } from "@/domain/planning";
import { PlanMark } from "@/features/planning/PlanMark";
import { useViewWords } from "@/messages/planning/views/useViewWords";

const SHOWN = 8;

/** Parts of a plan, each with how it stands and the way there. */
export function NodeLinks({ title, nodes, onNode }: { title: string; nodes: readonly PlanTreeNode[]; onNode: (node: string) => void }) {
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
