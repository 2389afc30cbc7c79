import { detailOf } from "@/data/problem";
import { type PlanNode, usePlanning } from "@/data/planning";
import { NodeWords } from "@/features/planning/NodeWords";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { Fault } from "@/ui/Fault";

/** What the text leaves open, and what a person says to it. */
export function NodeQuestion({ app, node }: { app: string; node: PlanNode }) {
  const words = useNeedWords();
  const { changeNode } = usePlanning(app);
  const own = { title: node.answer ? words.answered : words.question, hint: words.questionHint, form: words.yours, field: words.yours, open: words.again, save: words.answer };
  return (
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
  );
}
