import { reasonOf } from "@/data/problem";
import type { RunDetail } from "@/data/runs";
import type { RunLinks } from "@/features/runs/runLinks";
import { useWork } from "@/messages/work/useWork";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Prose } from "@/ui/Prose";

/** What came of a run, why it ended early, and where what it made is. */
export function RunOutcome({ run, links }: { run: RunDetail; links: RunLinks }) {
  const { runs } = useWork();
  const failed = run.status === "failed" || run.status === "interrupted";
  const back = run.rolled_back_by_revision;
  return (
    <section aria-label={runs.summary} className="flex flex-col gap-3">
      {failed ? (
        <Fault
          title={run.status === "failed" ? runs.failed : runs.interrupted}
          detail={[reasonOf(run.failure_code, run.summary ?? run.error_message ?? ""), run.failure_code && `(${run.failure_code})`].filter(Boolean).join(" ")}
          findings={run.diagnostics.map(({ path, line, message }) => [path, line, message].filter(Boolean).join(":"))}
        />
      ) : (
        run.summary && <Prose text={run.summary} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => links.toChat(run.conversation_id, run.turn_id)}>{runs.seeChat}</Button>
        {run.revision_id && <Button onClick={() => links.toRevision(run.revision_id ?? "")}>{runs.seeRevision}</Button>}
        {run.diff_id && <Button onClick={() => links.toDiff(run.diff_id ?? "")}>{runs.seeDiff}</Button>}
        {back && <Button onClick={() => links.toRevision(back)}>{runs.seeBack}</Button>}
      </div>
    </section>
  );
}
