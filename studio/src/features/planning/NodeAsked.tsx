import { CircleQuestionMark } from "lucide-react";
import type { PlanTreeNode } from "@/data/planning";
import { pathTo } from "@/domain/planTree";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { classes } from "@/ui/classes";

/** What the text leaves open, or says in two ways, in the words of a part: the way to the question, or what was decided. */
export function NodeAsked({ tree, ids, onNode }: { tree: readonly PlanTreeNode[]; ids: readonly string[]; onNode: (node: string) => void }) {
  const words = useNeedWords();
  const questions = ids.flatMap((id) => pathTo(tree, id).slice(-1));
  return questions.map(({ id, title, answer, contradicts }) => (
    <div key={id} className={classes("flex gap-2 rounded-md p-3 text-sm", answer ? "bg-sunken" : "bg-warn-soft")}>
      <CircleQuestionMark aria-hidden size={16} strokeWidth={1.75} className={classes("mt-0.5 shrink-0", answer ? "text-ok" : "text-warn")} />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <strong className={answer ? undefined : "text-warn"}>{answer ? words.decidedHere : contradicts ? words.twoThings : words.openHere}:</strong>{" "}
        <button type="button" onClick={() => onNode(id)} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
          {title}
        </button>{" "}
        {answer}
      </p>
    </div>
  ));
}
