import { useState } from "react";
import type { KpiPage } from "@/data/kpis";
import { count } from "@/domain/amounts";
import { amountOf, isUnpriced, type Measure, MEASURES, scaleOf, worstOf } from "@/domain/kpis";
import { dayWords, daysBetween } from "@/domain/usage";
import { useAmountWords } from "@/features/spending/useAmountWords";
import { useKpiWords } from "@/messages/kpis/useKpiWords";
import { useMessages } from "@/messages/useMessages";
import { BarChart } from "@/ui/BarChart";
import type { Bar } from "@/ui/ChartFigure";
import { Choice } from "@/ui/Choice";

/** One measure by day. A share is drawn against all; a day without runs has no bar, and says so in the table. */
export function KpiChart({ page }: { page: KpiPage }) {
  const { locale } = useMessages();
  const words = useKpiWords();
  const say = useAmountWords();
  const [measure, choose] = useState<Measure>("success");
  const known = new Map(page.items.map((item) => [item.day, item]));
  const bars = daysBetween(page.since, page.until).map((day): Bar => {
    const item = known.get(day);
    const amount = item ? amountOf(item, measure) : null;
    return {
      key: day,
      label: dayWords(day, locale),
      value: amount ?? 0,
      said: amount !== null ? say(measure, amount) : item && isUnpriced(item, measure) ? words.notKnown : words.unknown,
      more: [count(item?.runs ?? 0, locale), count(item?.succeeded ?? 0, locale)],
    };
  });
  const worst = worstOf(page.items, measure);
  const { name, worst: finding } = words.measures[measure];
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Choice label={words.show} value={measure} options={MEASURES.map((value) => ({ value, label: words.measures[value].name }))} onChoose={choose} shown />
      </div>
      {worst ? (
        <BarChart
          finding={finding(dayWords(worst.day, locale), say(measure, amountOf(worst, measure) ?? 0))}
          columns={[words.day, name, words.runs, words.kept]}
          bars={bars}
          {...(scaleOf(measure) === "share" ? { top: { value: 1, said: say(measure, 1) } } : {})}
        />
      ) : (
        <p className="max-w-[68ch] text-muted">{isUnpriced(page.totals, measure) ? words.unpricedAll : words.unknownAll}</p>
      )}
    </div>
  );
}
