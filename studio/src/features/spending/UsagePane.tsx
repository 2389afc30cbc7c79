import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { usageQuery } from "@/data/usage";
import type { Workspace } from "@/data/workspace";
import { GROUPINGS, type Grouping } from "@/domain/place";
import { AppCaps } from "@/features/spending/AppCaps";
import { Budgets } from "@/features/spending/Budgets";
import { Totals } from "@/features/spending/Totals";
import { UsageChart } from "@/features/spending/UsageChart";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const Kpis = lazy(async () => ({ default: (await import("@/features/spending/Kpis")).Kpis }));

interface Props {
  workspace: Workspace;
  by: Grouping;
  onBy: (by: Grouping) => void;
  onRun: (run: string) => void;
}

/** What an app has used, how well its runs went, and what may still be spent. */
export function UsagePane({ workspace: { app }, by, onBy, onRun }: Props) {
  const { common } = useMessages();
  const { usage } = useWork();
  const query = useInfiniteQuery(usageQuery(useApi(), app.id, by));
  if (query.isPending) return <Working label={common.loading} />;
  const [first] = query.data?.pages ?? [];
  if (!first) return <Notice tone="bad" title={usage.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const options = GROUPINGS.map((value) => ({ value, label: usage.groupings[value] }));
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4 md:p-6">
      <div className="flex flex-col gap-4">
        <Totals page={first} />
        <div>
          <Choice label={usage.by} value={by} options={options} onChoose={onBy} shown />
        </div>
        {items.length === 0 ? <p className="text-muted">{usage.none}</p> : <UsageChart by={by} page={first} items={items} onRun={onRun} />}
        {query.hasNextPage && (
          <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
            {common.more}
          </Button>
        )}
      </div>
      <Suspense>
        <Kpis app={app.id} />
      </Suspense>
      <AppCaps app={app} />
      <Budgets />
      <p>
        <Link to="/usage" className="rounded-sm text-accent underline">
          {usage.allApps}
        </Link>
      </p>
    </div>
  );
}
