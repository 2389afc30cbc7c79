import { lazy, type ReactNode, Suspense } from "react";
import { detailOf, findingsOf } from "@/data/problem";
import { useAsked, useReading, useReadingEstimate } from "@/data/reading";
import type { BlueprintTree } from "@/data/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const ReadingProgress = lazy(() => import("@/ui/ReadingProgress").then((loaded) => ({ default: loaded.ReadingProgress })));

interface Props {
  app: string;
  blueprint: string;
  job: BlueprintTree["ingestion_job"];
  isRead: boolean;
}

/** How far the text has been read into the plan, and what to do where it was not, or not all of it. */
export function ReadingLine({ app, blueprint, job, isRead }: Props) {
  const { plan: words } = usePlanningWords();
  const { read } = useReading(app);
  const estimate = useReadingEstimate(1, app);
  const { isAsking, refused } = useAsked(app, blueprint);
  const start = (again: boolean) => isAsking || read.mutate({ blueprint, again });
  const failed = (action?: ReactNode) => refused && <Fault title={words.readFailed} detail={detailOf(refused)} findings={findingsOf(refused)} action={action} />;
  const again = (
    <Button onClick={() => start(false)}>
      {words.read}
    </Button>
  );
  if (job?.status === "pending" || job?.status === "running") {
    return (
      <Suspense fallback={null}>
        <ReadingProgress job={job} unpriced={estimate === null} />
      </Suspense>
    );
  }
  if (isAsking) return <Working label={words.reading} />;
  if (job?.status === "error") return <div className="p-4 md:p-6"><Fault title={words.readFailed} {...(job.error_message ? { detail: job.error_message } : {})} action={again} /></div>;
  if (!isRead) return <div>{failed(again) || <Notice title={words.unread} action={again} />}</div>;
  if (job && job.gaps > 0) {
    return (
      <p className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn md:px-6">
        {words.gaps(job.gaps)}
        <Button onClick={() => start(true)}>{words.readAgain}</Button>
      </p>
    );
  }
  return failed() || null;
}
