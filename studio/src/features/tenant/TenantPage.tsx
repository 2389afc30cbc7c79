import { useQuery } from "@tanstack/react-query";
import { use } from "react";
import { useApi } from "@/data/api";
import { SessionContext } from "@/data/session";
import { type Me, meQuery } from "@/data/tenant";
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
  const session = use(SessionContext);
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-8 px-4 py-6 md:px-6 md:py-8">
      <h1 className="text-xl">{tenant.title}</h1>
      <section aria-label={tenant.you} className="flex flex-col gap-3">
        <h2 className="text-lg">{session?.local ? common.here : tenant.you}</h2>
        <p className="text-muted">{session?.local ? tenant.hereText : tenant.youText}</p>
        {query.isPending && <Working label={common.loading} />}
        {query.isError && !me && <Fault title={tenant.meFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
        {me && !session?.local && <Who me={me} person={session?.person ?? me.subject} />}
      </section>
      {me && <BudgetSection me={me} />}
      {me && <KeySection me={me} />}
    </div>
  );
}

/** As the sign-in service calls them; whose apps these are, and what they may do with them. */
function Who({ me, person }: { me: Me; person: string }) {
  const { tenant } = useWork();
  const rows = [
    [tenant.subject, person],
    [tenant.tenant, me.tenant_id],
    [tenant.may, me.scopes.map((scope) => tenant.scopes[scope]).join(", ")],
  ] as const;
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-4">
          <dt className="w-32 text-muted">{name}</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
