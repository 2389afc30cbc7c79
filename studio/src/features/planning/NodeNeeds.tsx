import { useState } from "react";
import { detailOf } from "@/data/problem";
import { type PlanNode, type PlanTreeNode, usePlanning } from "@/data/planning";
import { NEEDS, type Need, needsOf } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { NeedsNote } from "@/ui/NeedsNote";

interface Props {
  app: string;
  node: PlanNode;
  /** The same part with all that lies in it. */
  branch: PlanTreeNode | undefined;
}

/** What a part of a plan needs beyond a browser: as the text says, or as a person does. */
export function NodeNeeds({ app, node, branch }: Props) {
  const words = useNeedWords();
  const { changeNode } = usePlanning(app);
  const [isOpen, setOpen] = useState(false);
  const { needs, parts } = needsOf({ ...node, children: [], ...branch, needs: node.needs, status: node.status });
  const turn = (need: Need) =>
    changeNode.isPending || changeNode.mutate({ node: node.id, needs: NEEDS.filter((one) => node.needs.includes(one) !== (one === need)) });
  return (
    <section aria-label={words.title} className="flex flex-col items-start gap-2">
      <NeedsNote what={node.kind === "phase" ? words.phase : words.it} needs={needs} parts={parts} />
      {isOpen && (
        <div role="group" aria-label={words.title} className="flex flex-wrap gap-2">
          {NEEDS.map((need) => (
            <Button key={need} aria-pressed={node.needs.includes(need)} look={node.needs.includes(need) ? "main" : "plain"} onClick={() => turn(need)}>
              {words.names[need]}
            </Button>
          ))}
        </div>
      )}
      {changeNode.isError && <Fault title={words.changeFailed} detail={detailOf(changeNode.error)} />}
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? words.close : node.needs.length > 0 ? words.change : words.say}
      </Button>
    </section>
  );
}
