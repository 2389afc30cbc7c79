import { dollars, share } from "@/domain/amounts";
import { spanOf } from "@/domain/span";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Meter } from "@/ui/Meter";
import { useSeconds } from "@/ui/useSeconds";

export interface Job {
  processed_chunks: number;
  total_chunks: number | null;
  cost_usd: number;
  cost_cap_usd: number;
  created_at: string;
}

interface Props {
  job: Job;
  label: string;
  /** How far it is, in words. */
  said: string;
  /** What is done, in a sentence or two. */
  more?: string;
  /** Whether it is in a box of its own already. */
  boxed?: boolean;
  /** Whether no dollars are counted: the model that writes it has no price. */
  unpriced?: boolean;
}

/** Something of a plan that is written for a while: how far it is, how long it takes, and what it has cost. */
export function JobProgress({ job, label, said, more, boxed, unpriced }: Props) {
  const { locale } = useMessages();
  const { job: words } = useViewWords();
  const seconds = useSeconds(job.created_at);
  return (
    <div role="status" className={`flex flex-col gap-1 text-sm ${boxed ? "" : "border-b border-line bg-surface px-4 py-2 md:px-6"}`}>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{said}</span>
        <span className="text-muted tabular-nums">
          <span aria-hidden>{spanOf(seconds, locale)}</span>
          {!unpriced && (
            <>
              <span aria-hidden> · </span>
              {words.spent(dollars(job.cost_usd, locale), dollars(job.cost_cap_usd, locale))}
            </>
          )}
        </span>
      </p>
      <Meter good label={label} share={share(job.processed_chunks, job.total_chunks)} words={said} />
      {more && <p className="max-w-[88ch] text-muted">{more}</p>}
    </div>
  );
}
