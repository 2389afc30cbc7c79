import { detailOf, findingsOf } from "@/data/problem";
import type { BlueprintTree } from "@/data/planning";
import { useReading } from "@/data/reading";
import { dollars, share } from "@/domain/amounts";
import { withoutTasks } from "@/domain/planParts";
import { AskCap } from "@/features/planning/AskCap";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Fault } from "@/ui/Fault";
import { Meter } from "@/ui/Meter";

/** How far the tasks of a plan are written, and what to do where they are not, or not all of them. */
export function TasksLine({ app, read: { blueprint, plan_tree: tree, tasks_job: job, ingestion_job: reading } }: { app: string; read: BlueprintTree }) {
  const { locale } = useMessages();
  const { job: words } = useViewWords();
  const { writeAll } = useReading(app);
  const count = withoutTasks(tree);
  const isReading = reading?.status === "pending" || reading?.status === "running";
  if (job?.status === "pending" || job?.status === "running") {
    const { processed_chunks: done, total_chunks: of } = job;
    const said = of ? words.runningOf(done, of) : words.running;
    return (
      <div role="status" className="flex flex-col gap-1 border-b border-line bg-surface px-4 py-2 text-sm md:px-6">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>{said}</span>
          <span className="text-muted">{words.spent(dollars(job.cost_usd, locale), dollars(job.cost_cap_usd, locale))}</span>
        </p>
        <Meter label={words.running} share={share(done, of ?? null)} words={said} />
      </div>
    );
  }
  if (isReading || count === 0 || blueprint.status === "archived") return null;
  const hasGaps = job !== null && (job.status === "error" || job.gaps > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-surface px-4 py-2 text-sm md:px-6">
      <p className={hasGaps ? "text-warn" : undefined}>{hasGaps ? whyNot(job, words, locale) : words.without(count)}</p>
      <AskCap
        label={hasGaps ? words.again : words.all}
        text={words.allText(count)}
        sure={words.start}
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
