import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type KpiPage, kpisQuery } from "@/data/kpis";
import { KpiChart } from "@/features/spending/KpiChart";
import { KpiFigures } from "@/features/spending/KpiFigures";
import { useKpiWords } from "@/messages/kpis/useKpiWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** How well the runs of an app went, or of all apps (null): in figures, and each of them by day. */
export function Kpis({ app }: { app: string | null }) {
  const { common } = useMessages();
  const words = useKpiWords();
  const query = useQuery(kpisQuery(useApi(), app));
  if (query.isPending) return <Working label={common.loading} />;
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <h2 className="text-lg">{words.title}</h2>
      {query.data ? <Known page={query.data} /> : <Fault title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
    </section>
  );
}

function Known({ page }: { page: KpiPage }) {
  const words = useKpiWords();
  const { runs, asked, succeeded, unpriced_runs: unpriced } = page.totals;
  if (runs === 0) return <p className="max-w-[68ch] text-muted">{words.none}</p>;
  return (
    <>
      <p className="text-muted">{words.lead(runs, asked, succeeded)}</p>
      <KpiFigures totals={page.totals} />
      {unpriced > 0 && <p className="max-w-[68ch] text-sm text-muted">{words.givePrice}</p>}
      <KpiChart page={page} />
    </>
  );
}
