import { detailOf, findingsOf } from "@/data/problem";
import { useReading } from "@/data/reading";
import type { BlueprintTree } from "@/data/planning";
import { dollars, share } from "@/domain/amounts";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Meter } from "@/ui/Meter";
import { Notice } from "@/ui/Notice";

interface Props {
  app: string;
  blueprint: string;
  job: BlueprintTree["ingestion_job"];
  isRead: boolean;
}

/** How far the text has been read into the plan, and what to do where it was not, or not all of it. */
export function ReadingLine({ app, blueprint, job, isRead }: Props) {
  const { locale } = useMessages();
  const { plan: words } = usePlanningWords();
  const { job: money } = useViewWords();
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
    return (
      <div role="status" className="flex flex-col gap-1 border-b border-line bg-surface px-4 py-2 text-sm md:px-6">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>{said}</span>
          <span className="text-muted">{money.spent(dollars(job.cost_usd, locale), dollars(job.cost_cap_usd, locale))}</span>
        </p>
        <Meter good label={words.reading} share={share(done, of ?? null)} words={said} />
      </div>
    );
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
