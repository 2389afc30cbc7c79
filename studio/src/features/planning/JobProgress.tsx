import type { BlueprintTree } from "@/data/planning";
import { dollars, share } from "@/domain/amounts";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Meter } from "@/ui/Meter";

interface Props {
  job: NonNullable<BlueprintTree["ingestion_job"]>;
  label: string;
  /** How far it is, in words. */
  said: string;
}

/** A job of a plan that is at work: how far it is, and what it has cost of its cap. */
export function JobProgress({ job, label, said }: Props) {
  const { locale } = useMessages();
  const { job: words } = useViewWords();
  return (
    <div role="status" className="flex flex-col gap-1 border-b border-line bg-surface px-4 py-2 text-sm md:px-6">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>{said}</span>
        <span className="text-muted">{words.spent(dollars(job.cost_usd, locale), dollars(job.cost_cap_usd, locale))}</span>
      </p>
      <Meter good label={label} share={share(job.processed_chunks, job.total_chunks ?? null)} words={said} />
    </div>
  );
}
