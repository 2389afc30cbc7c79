import { detailOf, findingsOf } from "@/data/problem";
import { useReading } from "@/data/reading";
import type { BlueprintTree } from "@/data/planning";
import { JobProgress } from "@/features/planning/JobProgress";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Notice } from "@/ui/Notice";

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
  const start = (again: boolean) => read.isPending || read.mutate({ blueprint, again });
  const failed = read.isError && <Fault title={words.readFailed} detail={detailOf(read.error)} findings={findingsOf(read.error)} />;
  const again = (
    <Button aria-disabled={read.isPending} onClick={() => start(false)}>
      {words.read}
    </Button>
  );
  if (job?.status === "pending" || job?.status === "running") {
    const { processed_chunks: done, total_chunks: of } = job;
    const said = of ? words.readingOf(done, of) : words.reading;
    return <JobProgress job={job} label={words.reading} said={said} />;
  }
  if (job?.status === "error") return <div className="p-4 md:p-6"><Fault title={words.readFailed} {...(job.error_message ? { detail: job.error_message } : {})} action={again} /></div>;
  if (!isRead) return <div>{failed || <Notice title={words.unread} action={again} />}</div>;
  if (job && job.gaps > 0) {
    return (
      <p className="flex flex-wrap items-center gap-3 bg-warn-soft px-4 py-2 text-sm text-warn md:px-6">
        {words.gaps(job.gaps)}
        <Button onClick={() => start(true)}>{words.readAgain}</Button>
      </p>
    );
  }
  return failed || null;
}
