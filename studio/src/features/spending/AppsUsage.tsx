import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { appsUsageQuery } from "@/data/usage";
import { count, dollars } from "@/domain/amounts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import type { Bar } from "@/ui/ChartFigure";
import { Fault } from "@/ui/Fault";
import { RankChart } from "@/ui/RankChart";
import { Working } from "@/ui/Working";

/** What each app used in the last thirty days, the dearest of those that are shown first. */
export function AppsUsage({ onApp }: { onApp: (app: string) => void }) {
  const { common, locale } = useMessages();
  const { usage } = useWork();
  const query = useInfiniteQuery(appsUsageQuery(useApi()));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={usage.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const items = query.data.pages.flatMap((page) => page.items);
  const priced = items.some(({ counted_usd: money }) => money > 0) || items.every(({ total_tokens: tokens }) => tokens === 0);
  const say = (value: number) => (priced ? dollars(value, locale) : usage.tokenCount(count(value, locale)));
  const bars = items
    .map(({ app_id: key, name: label, counted_usd, total_tokens, calls }): Bar => {
      const value = priced ? counted_usd : total_tokens;
      return { key, label, value, said: say(value), more: [count(total_tokens, locale), count(calls, locale)] };
    })
    .toSorted((one, other) => other.value - one.value);
  const [top] = bars;
  return (
    <section aria-label={usage.byApp} className="flex flex-col gap-3">
      <h2 className="text-lg">{usage.byApp}</h2>
      {top ? (
        <RankChart finding={top.value > 0 ? usage.topApp(top.label, top.said) : usage.none} columns={[usage.app, priced ? usage.cost : usage.tokens, usage.tokens, usage.calls]} bars={bars} onOpen={onApp} />
      ) : (
        <p className="text-muted">{usage.noApps}</p>
      )}
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </section>
  );
}
