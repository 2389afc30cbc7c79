import { Hand } from "lucide-react";
import { ProblemError } from "@/data/api";
import { type Answer, useAnswer } from "@/data/workspace";
import { ToolLine } from "@/features/chat/ToolLine";
import { useMessages } from "@/messages/useMessages";
import type { ToolEntry } from "@/run/view";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  run: string;
  calls: readonly ToolEntry[];
  onAnswered: () => void;
}

/** What the run wants to do and waits with, and a person's three answers to it. */
export function ApprovalCard({ app, run, calls, onAnswered }: Props) {
  const { chat } = useMessages();
  const answer = useAnswer(app, run);
  const say = (word: Answer) => answer.isPending || answer.mutate(word, { onSuccess: onAnswered });
  return (
    <section aria-label={chat.approval} className="flex flex-col gap-3 rounded-md border border-edge bg-warn-soft p-4">
      <h3 className="flex items-center gap-2 font-semibold text-warn">
        <Hand aria-hidden size={16} strokeWidth={1.75} />
        {chat.approvalTitle(calls.length)}
      </h3>
      <ul className="flex flex-col gap-2">
        {calls.map((call) => (
          <li key={call.id}>
            <ToolLine entry={call} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="main" aria-disabled={answer.isPending} onClick={() => say("approve")}>
          {chat.allow}
        </Button>
        <Button aria-disabled={answer.isPending} onClick={() => say("skip")}>
          {chat.skip}
        </Button>
        <Button look="quiet" aria-disabled={answer.isPending} onClick={() => say("abort")}>
          {chat.stopRun}
        </Button>
      </div>
      {answer.isError && (
        <p role="alert" className="text-sm text-bad">
          {chat.answerFailed} {answer.error instanceof ProblemError ? answer.error.problem.detail : ""}
        </p>
      )}
    </section>
  );
}
