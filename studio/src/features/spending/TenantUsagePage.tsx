import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { tenantUsageQuery } from "@/data/usage";
import { AppsUsage } from "@/features/spending/AppsUsage";
import { Budgets } from "@/features/spending/Budgets";
import { TenantDays } from "@/features/spending/TenantDays";
import { useWork } from "@/messages/work/useWork";

const Kpis = lazy(async () => ({ default: (await import("@/features/spending/Kpis")).Kpis }));

/** What all apps of the tenant use together, and which of them how much. */
export function TenantUsagePage({ onApp }: { onApp: (app: string) => void }) {
  const { usage } = useWork();
  const { data } = useQuery(tenantUsageQuery(useApi()));
  return (
    <div className="mx-auto flex max-w-[960px] flex-col gap-8 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">{usage.tenantTitle}</h1>
      <Budgets />
      {data && <p className="text-sm text-muted">{usage.atWork(data.builds.running, data.builds.at_once, data.builds.waiting)}</p>}
      <TenantDays />
      <AppsUsage onApp={onApp} />
      <Suspense>
        <Kpis app={null} />
      </Suspense>
    </div>
  );
}
