import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { tenantDaysQuery } from "@/data/usage";
import { count, dollars } from "@/domain/amounts";
import { dayWords } from "@/domain/usage";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { BarChart } from "@/ui/BarChart";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** What the tenant spent on each of the last thirty days. Where no model has a price, the tokens. */
export function TenantDays() {
  const { common, locale } = useMessages();
  const { usage } = useWork();
  const query = useQuery(tenantDaysQuery(useApi()));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={usage.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const { items, spent_usd: spent } = query.data;
  const priced = spent > 0 || items.every(({ tokens }) => tokens === 0);
  const say = (value: number) => (priced ? dollars(value, locale) : usage.tokenCount(count(value, locale)));
  const bars = items.map(({ day, spent_usd, tokens }) => {
    const value = priced ? spent_usd : tokens;
    return { key: day, label: dayWords(day, locale), value, said: say(value) };
  });
  const top = bars.reduce((best, bar) => (bar.value > best.value ? bar : best));
  return (
    <section aria-label={usage.byDay} className="flex flex-col gap-3">
      <h2 className="text-lg">{usage.byDay}</h2>
      {top.value === 0 ? <p className="text-muted">{usage.nothingSpent}</p> : <BarChart finding={usage.topDay(top.label, top.said)} columns={[usage.groupings.day, priced ? usage.cost : usage.tokens]} bars={bars} />}
    </section>
  );
}
