import type { Run } from "@/data/runs";
import { count, dollars, lasted } from "@/domain/amounts";
import { useFacts } from "@/features/runs/useFacts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";

/** How a run stands, who began it, and what it used of its caps. */
export function RunFacts({ run }: { run: Run }) {
  const { locale, stages } = useMessages();
  const { runs } = useWork();
  const facts = useFacts(run);
  const { bounds, usage } = run;
  const rows: [string, string][] = [
    [runs.columns.type, runs.types[run.run_type]],
    [runs.columns.by, facts.by],
    [runs.columns.when, facts.at],
    ...(facts.lasted ? [[runs.columns.lasted, facts.lasted] as [string, string]] : []),
    [runs.columns.cost, facts.cost],
    [runs.tokens, `${count(usage.total_tokens, locale)}, ${runs.calls(usage.model_calls)}`],
    [runs.model, run.model],
    [runs.bounds, runs.bound(usage.cost_usd === null ? null : dollars(bounds.dollars, locale), count(bounds.tokens, locale), count(bounds.model_calls, locale), lasted(bounds.seconds * 1000, locale))],
  ];
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-3">
        <StatusMark state={run.status} stage={stages[run.stage]} />
        {run.rolled_back_by_revision && <span className="text-sm text-muted">{runs.takenBack}</span>}
      </p>
      <dl aria-label={runs.facts} className="grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-x-5 gap-y-3 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
