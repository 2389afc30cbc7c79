import { type PlanNode, usePlanning } from "@/data/planning";
import { detailOf } from "@/data/problem";
import { NodeWords } from "@/features/planning/NodeWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Fault } from "@/ui/Fault";

/** What a person says to the planner of a part of the plan. */
export function NodeComment({ app, node }: { app: string; node: PlanNode }) {
  const { comment: words } = useViewWords();
  const { changeNode } = usePlanning(app);
  const hint = `${words.hint} ${node.tasks.length > 0 ? words.next : ""}`;
  return (
    <NodeWords
      words={{ ...words, hint, form: words.title, open: node.comment ? words.change : words.add }}
      said={node.comment}
      draft={`comment.${node.id}`}
      most={2_000}
      quote="text-sm"
      busy={changeNode.isPending}
      fault={changeNode.isError && <Fault title={words.failed} detail={detailOf(changeNode.error)} />}
      onSave={(comment, onSuccess) => changeNode.mutate({ node: node.id, comment }, { onSuccess })}
    />
  );
}
