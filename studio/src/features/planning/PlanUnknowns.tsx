import type { PlanTreeNode } from "@/data/planning";
import { hasUnknowns, needyParts, openQuestions } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { Unknowns } from "@/ui/Unknowns";

/** Before a plan is begun: one line that opens. */
export function PlanUnknowns({ tree, onNode }: { tree: readonly PlanTreeNode[]; onNode: (node: string) => void }) {
  const words = useNeedWords();
  if (!hasUnknowns(tree)) return null;
  const asked = openQuestions(tree);
  const doubled = asked.filter(({ contradicts }) => contradicts).length;
  const [needy, open] = [needyParts(tree).length, asked.length - doubled];
  const said = [doubled > 0 && words.doubled(doubled), needy > 0 && words.parts(needy), open > 0 && words.open(open)];
  return (
    <details className="shrink-0 border-b border-line bg-warn-soft px-4 py-1 text-sm md:px-6">
      <summary className="cursor-pointer font-semibold text-warn max-md:min-h-11 max-md:content-center">{said.filter(Boolean).join(" ")}</summary>
      <div className="max-h-[30vh] overflow-y-auto py-2 max-md:max-h-[45vh]">
        <Unknowns tree={tree} onOpen={onNode} />
      </div>
    </details>
  );
}
