import type { UsageItem, UsagePage } from "@/data/usage";
import { count, dollars } from "@/domain/amounts";
import type { Grouping } from "@/domain/place";
import { dayWords, daysBetween } from "@/domain/usage";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { BarChart } from "@/ui/BarChart";
import type { Bar } from "@/ui/ChartFigure";
import { RankChart } from "@/ui/RankChart";

interface Props {
  by: Grouping;
  page: UsagePage;
  items: readonly UsageItem[];
  onRun: (run: string) => void;
}

/** The groups as bars of dollars. Where none cost anything, of tokens. */
export function UsageChart({ by, page, items, onRun }: Props) {
  const { locale } = useMessages();
  const { usage } = useWork();
  const priced = page.totals.counted_usd > 0 || page.totals.total_tokens === 0;
  const valueOf = (item: UsageItem) => (priced ? item.counted_usd : item.total_tokens);
  const say = (value: number) => (priced ? dollars(value, locale) : usage.tokenCount(count(value, locale)));
  const barOf = (item: UsageItem, key: string, label: string): Bar => ({
    key,
    label,
    value: valueOf(item),
    said: say(valueOf(item)),
    more: [count(item.total_tokens, locale), count(item.calls, locale)],
  });
  const columns = [usage.groupings[by], priced ? usage.cost : usage.tokens, usage.tokens, usage.calls];
  const top = items.reduce((best, item) => (valueOf(item) > valueOf(best) ? item : best));
  if (by === "day") {
    const known = new Map(items.map((item) => [item.day, item]));
    const bars = daysBetween(page.since, page.until).map((day): Bar => {
      const item = known.get(day);
      const label = dayWords(day, locale);
      return item ? barOf(item, day, label) : { key: day, label, value: 0, said: say(0), more: ["0", "0"] };
    });
    return <BarChart finding={usage.topDay(dayWords(top.day ?? page.until, locale), say(valueOf(top)))} columns={columns} bars={bars} />;
  }
  if (by === "model") {
    const finding = usage.topModel(top.model ?? "", say(valueOf(top)), items.length);
    return <RankChart finding={finding} columns={columns} bars={items.map((item) => barOf(item, item.model ?? "", item.model ?? ""))} />;
  }
  const end = ({ run_id: run }: UsageItem) => (run ?? "").slice(-6);
  const bars = items.map((item) => barOf(item, item.run_id ?? "", usage.run(end(item))));
  return <RankChart finding={usage.topRun(end(top), say(valueOf(top)), items.length)} columns={columns} bars={bars} onOpen={onRun} />;
}
