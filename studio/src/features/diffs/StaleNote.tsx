import { ProblemError } from "@/data/api";
import type { Diff, useDecide } from "@/data/diffs";
import { codeOf, detailOf } from "@/data/problem";
import { useSay } from "@/data/workspace";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

type Decide = ReturnType<typeof useDecide>;

/** The app changed after the proposal was made: bring it up to date, or be told which files both sides changed. */
export function StaleNote({ diff, rebase }: { diff: Diff; rebase: Decide["rebase"] }) {
  const changes = useChangeWords();
  const say = useSay(diff.app_id, { conversation_id: diff.conversation_id, start_from: "draft" });
  const clash = codeOf(rebase.error) === "MERGE_CONFLICT";
  const paths = rebase.error instanceof ProblemError ? (rebase.error.problem.paths ?? []) : [];
  const askAgain = () => say.isPending || say.mutate(changes.redoMessage(diff.vibecoder_prompt, paths.join(", ")));
  if (clash) {
    const next = say.isSuccess ? <p>{changes.asked}</p> : <Button onClick={askAgain}>{changes.redo}</Button>;
    return <Fault title={changes.conflict} findings={paths} action={next} />;
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-soft p-3 text-sm text-warn">
        <p>{changes.stale}</p>
        <Button look="main" aria-disabled={rebase.isPending} onClick={() => rebase.isPending || rebase.mutate()}>
          {rebase.isPending ? changes.updating : changes.update}
        </Button>
      </div>
      {rebase.isError && <Fault title={changes.rebaseFailed} detail={detailOf(rebase.error)} />}
    </div>
  );
}
