import type { UsagePage } from "@/data/usage";
import { count, dollars, lasted } from "@/domain/amounts";
import { dayWords } from "@/domain/usage";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";

/** What the whole range came to. */
export function Totals({ page: { totals, builds, since, until } }: { page: UsagePage }) {
  const { locale } = useMessages();
  const { usage } = useWork();
  const cost =
    totals.cost_usd !== null ? dollars(totals.cost_usd, locale) : totals.counted_usd > 0 ? usage.atLeast(dollars(totals.counted_usd, locale)) : usage.noPrice;
  const rows: [string, string][] = [
    [usage.cost, cost],
    [usage.tokens, count(totals.total_tokens, locale)],
    [usage.calls, count(totals.calls, locale)],
    [usage.builds, usage.buildsIn(count(builds.builds, locale), lasted(builds.seconds * 1000, locale))],
  ];
  return (
    <header className="flex flex-col gap-3">
      <h2 className="text-lg">{usage.range(dayWords(since, locale), dayWords(until, locale))}</h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-4">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-display text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {totals.unpriced_tokens > 0 && <p className="text-sm text-muted">{usage.unpriced(count(totals.unpriced_tokens, locale))}</p>}
    </header>
  );
}
