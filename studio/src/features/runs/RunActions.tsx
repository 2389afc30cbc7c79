import { lazy, Suspense, useState } from "react";
import { detailOf } from "@/data/problem";
import { isOver, type RunDetail, useRunWords } from "@/data/runs";
import { useWork } from "@/messages/work/useWork";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

const RollbackDialog = lazy(() => import("@/features/runs/RollbackDialog").then((loaded) => ({ default: loaded.RollbackDialog })));

interface Props {
  run: RunDetail;
  draft: string;
  onRun: (run: string) => void;
}

/** What may be done with a run: stopped while it works, gone on with where it ended early, taken back where it kept something. */
export function RunActions({ run, draft, onRun }: Props) {
  const { runs } = useWork();
  const { stop, resume } = useRunWords(run.app_id, run.id);
  const [asking, setAsking] = useState(false);
  const over = isOver(run);
  const early = over && run.status !== "completed";
  const kept = over && (run.revision_id || run.diff_id) && !run.rolled_back_by_revision;
  const stopping = stop.isPending || run.cancel_requested;
  const works = run.status === "running";
  if (!works && !early && !kept) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {works && (
          <Button aria-disabled={stopping} onClick={() => stopping || stop.mutate()}>
            {stopping ? runs.stopping : runs.stop}
          </Button>
        )}
        {early && (
          <SureButton
            label={resume.isPending ? runs.resuming : runs.resume}
            question={runs.resumeText}
            busy={resume.isPending}
            onSure={() => resume.mutate(undefined, { onSuccess: (begun) => onRun(begun.run_id) })}
          />
        )}
        {kept && (
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {runs.rollback}
          </Button>
        )}
      </div>
      {stop.isError && <Fault title={runs.stopFailed} detail={detailOf(stop.error)} />}
      {resume.isError && <Fault title={runs.resumeFailed} detail={detailOf(resume.error)} />}
      <Suspense fallback={null}>{asking && <RollbackDialog run={run} draft={draft} onClose={() => setAsking(false)} />}</Suspense>
    </div>
  );
}
