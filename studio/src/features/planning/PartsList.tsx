import type { PlanTreeNode } from "@/data/planning";
import { lookOf } from "@/domain/planning";
import { PlanMark } from "@/features/planning/PlanMark";

interface Props {
  nodes: readonly PlanTreeNode[];
  title: string;
  isOpen?: boolean;
  onOpen: (node: string) => void;
}

/** Parts that a picture has no place for, below it; nothing where there are none. */
export function PartsList({ nodes, title, isOpen, onOpen }: Props) {
  if (nodes.length === 0) return null;
  return (
    <details open={isOpen} className="rounded-md border border-line bg-surface">
      <summary className="min-h-10 cursor-pointer p-3 text-sm font-semibold">{title}</summary>
      <ul className="flex flex-col gap-1 px-3 pb-3">
        {nodes.map((node) => (
          <li key={node.id}>
            <button type="button" onClick={() => onOpen(node.id)} className="flex items-center gap-2 rounded-sm text-left text-sm [overflow-wrap:anywhere] hover:text-accent max-md:min-h-11">
              <PlanMark state={lookOf(node)} iconOnly />
              {node.title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
