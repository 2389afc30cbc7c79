import { detailOf } from "@/data/problem";
import { type PlanNode, type PlanTreeNode, usePlanning } from "@/data/planning";
import { asksAbout } from "@/domain/needs";
import { withoutMarks } from "@/domain/quoted";
import { NodeLinks } from "@/features/planning/NodeLinks";
import { NodeWords } from "@/features/planning/NodeWords";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { Fault } from "@/ui/Fault";

interface Props {
  app: string;
  node: PlanNode;
  tree: readonly PlanTreeNode[];
  onNode: (node: string) => void;
}

/** What the text leaves open, or says in two ways, and what a person says to it. */
export function NodeQuestion({ app, node, tree, onNode }: Props) {
  const words = useNeedWords();
  const { changeNode } = usePlanning(app);
  const own = { title: node.answer ? words.answered : node.contradicts ? words.twoThings : words.question, hint: words.questionHint, form: words.yours, field: words.yours, open: words.again, save: words.answer };
  const parts = asksAbout(tree, node.id);
  return (
    <>
      {node.contradicts && <Places node={node} />}
      <NodeWords
        asks
        words={{ ...words, ...own }}
        said={node.answer}
        draft={`answer.${node.id}`}
        most={300}
        quote=""
        busy={changeNode.isPending}
        fault={changeNode.isError && <Fault title={words.answerFailed} detail={detailOf(changeNode.error)} />}
        onSave={(answer, onSuccess) => changeNode.mutate({ node: node.id, answer }, { onSuccess })}
      />
      {parts.length > 0 && <NodeLinks title={node.answer ? words.decided : words.waiting} nodes={parts} onNode={onNode} />}
    </>
  );
}

/** The places that contradict each other, side by side. */
function Places({ node }: { node: PlanNode }) {
  const words = useNeedWords();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.places}</h3>
      <ul className="grid gap-2 @3xl:grid-cols-2">
        {node.source.map(({ start, text }) => (
          <li key={start} className="rounded-md border-l-2 border-warn bg-surface p-3 text-sm [overflow-wrap:anywhere] whitespace-pre-line">
            {withoutMarks(text)}
          </li>
        ))}
      </ul>
    </section>
  );
}
