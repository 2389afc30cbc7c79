import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { meQuery } from "@/data/tenant";
import { BudgetSection } from "@/features/tenant/BudgetSection";
import { KeySection } from "@/features/tenant/KeySection";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** Who is signed in, what their tenant may spend, and the keys of its programs. */
export function TenantPage() {
  const { common } = useMessages();
  const { tenant } = useWork();
  const query = useQuery(meQuery(useApi()));
  const me = query.data;
  const rows: [string, string][] = me
    ? [
        [tenant.subject, `${me.subject} (${tenant.kinds[me.kind]})`],
        [tenant.tenant, me.tenant_id],
        [tenant.may, me.scopes.map((scope) => tenant.scopes[scope]).join(", ")],
      ]
    : [];
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-8 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">{tenant.title}</h1>
      <section aria-label={tenant.you} className="flex flex-col gap-3">
        <h2 className="text-lg">{tenant.you}</h2>
        <p className="text-muted">{tenant.youText}</p>
        {query.isPending && <Working label={common.loading} />}
        {query.isError && !me && <Fault title={tenant.meFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
        <dl className="flex flex-col gap-2">
          {rows.map(([name, value]) => (
            <div key={name} className="flex flex-wrap gap-x-4">
              <dt className="w-32 text-muted">{name}</dt>
              <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {me && <BudgetSection me={me} />}
      {me && <KeySection me={me} />}
    </div>
  );
}
