import type { KpiPage } from "@/data/kpis";
import { amountOf, isUnpriced, MEASURES } from "@/domain/kpis";
import { useAmountWords } from "@/features/spending/useAmountWords";
import { useKpiWords } from "@/messages/kpis/useKpiWords";

/** What all runs of the range came to, each figure with what it is of. */
export function KpiFigures({ totals }: { totals: KpiPage["totals"] }) {
  const { measures, unknown, unpriced } = useKpiWords();
  const say = useAmountWords();
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-4">
      {MEASURES.map((measure) => {
        const amount = amountOf(totals, measure);
        return (
          <div key={measure}>
            <dt className="text-sm text-muted">{measures[measure].name}</dt>
            <dd className="flex flex-col">
              <span className="font-display text-lg font-semibold">{amount === null ? <span aria-hidden>–</span> : say(measure, amount)}</span>
              <span className="text-xs text-muted">{amount !== null ? measures[measure].about : isUnpriced(totals, measure) ? unpriced(totals.unpriced_runs) : unknown}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
