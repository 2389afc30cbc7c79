import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/data/api";
import { budgetsQuery } from "@/data/budgets";
import type { Me } from "@/data/tenant";
import { BudgetForm } from "@/features/tenant/BudgetForm";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** What all apps together may spend, as far as the tenant says so itself. */
export function BudgetSection({ me }: { me: Me }) {
  const { common } = useMessages();
  const { tenant } = useWork();
  const may = me.scopes.includes("admin");
  const query = useQuery({ ...budgetsQuery(useApi()), enabled: may });
  return (
    <section aria-label={tenant.budgets} className="flex flex-col gap-3">
      <h2 className="text-lg">{tenant.budgets}</h2>
      <p className="text-muted">{may ? tenant.budgetsText : tenant.budgetsForbidden}</p>
      <p>
        <Link to="/usage" className="rounded-sm text-accent underline">
          {tenant.seeUsage}
        </Link>
      </p>
      {may && query.isPending && <Working label={common.loading} />}
      {query.isError && !query.data && <Fault title={tenant.budgetsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && <BudgetForm settings={query.data} />}
    </section>
  );
}
