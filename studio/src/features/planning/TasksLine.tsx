import { detailOf, findingsOf } from "@/data/problem";
import type { BlueprintTree } from "@/data/planning";
import { useReading, useTasksEstimate } from "@/data/reading";
import { dollars } from "@/domain/amounts";
import { AskCap } from "@/ui/AskCap";
import { JobProgress } from "@/ui/JobProgress";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";

/** How far the tasks of a plan are written, and what to do where they are not, or not all of them. */
export function TasksLine({ app, read: { blueprint, parts_without_tasks: count, tasks_job: job, ingestion_job: reading } }: { app: string; read: BlueprintTree }) {
  const { locale } = useMessages();
  const { job: words } = useViewWords();
  const { writeAll } = useReading(app);
  const estimate = useTasksEstimate(count, app);
  const isReading = reading?.status === "pending" || reading?.status === "running";
  if (job?.status === "pending" || job?.status === "running") {
    const { processed_chunks: done, total_chunks: of } = job;
    const said = of ? words.runningOf(done, of) : words.running;
    return <JobProgress job={job} label={words.running} said={said} unpriced={estimate === null} />;
  }
  if (isReading || count === 0 || blueprint.status === "archived") return null;
  const hasGaps = job !== null && (job.status === "error" || job.gaps > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-1 text-sm md:px-6">
      <p className={hasGaps ? "text-warn" : undefined}>{hasGaps ? whyNot(job, words, locale) : words.without(count)}</p>
      <AskCap
        label={hasGaps ? words.again : words.all}
        text={words.allText(count)}
        sure={words.start}
        estimate={estimate}
        busy={writeAll.isPending}
        onSure={(most) => writeAll.mutate({ blueprint: blueprint.id, most })}
      />
      {writeAll.isError && <Fault title={words.failed} detail={detailOf(writeAll.error)} findings={findingsOf(writeAll.error)} />}
    </div>
  );
}

type Words = ReturnType<typeof useViewWords>["job"];

function whyNot(job: NonNullable<BlueprintTree["tasks_job"]>, words: Words, locale: string): string {
  if (job.error_code === "COST_CAP") return words.capReached(dollars(job.cost_cap_usd, locale));
  if (job.error_code === "BUDGET_EXCEEDED") return words.budgetReached;
  return job.status === "error" ? `${words.failed} ${job.error_message ?? ""}` : words.gaps(job.gaps);
}
