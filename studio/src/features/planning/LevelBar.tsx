import type { PlanTreeNode } from "@/data/planning";
import { fittingKind, kindsIn, partsAt } from "@/domain/planParts";
import type { NodeKind } from "@/domain/planning";
import { pathTo } from "@/domain/planTree";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Choice } from "@/ui/Choice";

/** What of a plan a picture shows: which part of it, and how fine; null is as it fits. */
export interface Level {
  of: string | null;
  kind: NodeKind | null;
}

const FOUND_IN = 60;

/** The parts that a level means, what they are taken from, and how fine that is. */
export function shownAt(tree: readonly PlanTreeNode[], { of, kind }: Level): { from: readonly PlanTreeNode[]; parts: PlanTreeNode[]; kind: NodeKind } {
  const one = of ? pathTo(tree, of).at(-1) : undefined;
  const nodes = one ? (one.children.length > 0 ? one.children : [one]) : tree;
  const fine = kind && kindsIn(nodes).includes(kind) ? kind : fittingKind(nodes);
  return { from: one ? [one] : tree, parts: partsAt(nodes, fine), kind: fine };
}

interface Props {
  tree: readonly PlanTreeNode[];
  level: Level;
  kind: NodeKind;
  onLevel: (level: Level) => void;
}

/** Chooses which part of the plan is shown, and in how large pieces. */
export function LevelBar({ tree, level, kind, onLevel }: Props) {
  const words = useViewWords();
  const one = level.of ? pathTo(tree, level.of).at(-1) : undefined;
  const kinds = kindsIn(one && one.children.length > 0 ? one.children : tree);
  const parts = outer(tree);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      {parts.length > 1 && (
        <Choice
          label={words.part}
          value={level.of ?? ""}
          options={[{ value: "", label: words.whole }, ...parts.map(({ id, title }) => ({ value: id, label: title }))]}
          onChoose={(of) => onLevel({ ...level, of: of || null })}
          shown="wide"
        />
      )}
      {kinds.length > 1 && (
        <Choice label={words.level} value={kind} options={kinds.map((value) => ({ value, label: words.levels[value] }))} onChoose={(next) => onLevel({ ...level, kind: next })} shown="wide" />
      )}
    </div>
  );
}

/** Parts with something in them that one may look at alone: phases and epics, or phases only where those are many. */
function outer(tree: readonly PlanTreeNode[]): PlanTreeNode[] {
  const holding = (nodes: readonly PlanTreeNode[], deep: number): PlanTreeNode[] =>
    nodes.filter(({ children }) => children.length > 0).flatMap((node) => [node, ...(deep > 0 ? holding(node.children, deep - 1) : [])]);
  const all = holding(tree, 1);
  return all.length <= FOUND_IN ? all : holding(tree, 0);
}
