import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type Budget, type TenantUsage, tenantUsageQuery } from "@/data/usage";
import { count, dollars, lasted, share } from "@/domain/amounts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Meter } from "@/ui/Meter";
import { Working } from "@/ui/Working";

/** What all apps together may still spend, today and this month. */
export function Budgets() {
  const { common } = useMessages();
  const { usage } = useWork();
  const query = useQuery(tenantUsageQuery(useApi()));
  return (
    <section aria-label={usage.budgets} className="flex flex-col gap-3">
      <h2 className="text-lg">{usage.budgets}</h2>
      <p className="text-sm text-muted">{usage.budgetsText}</p>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && !query.data && <Fault title={usage.budgetsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && (
        <div className="grid gap-4 md:grid-cols-2">
          <BudgetCard name={usage.today} budget={query.data.budgets.day} builds={query.data.builds.day} />
          <BudgetCard name={usage.month} budget={query.data.budgets.month} builds={query.data.builds.month} />
        </div>
      )}
    </section>
  );
}

function BudgetCard({ name, budget, builds }: { name: string; budget: Budget; builds: TenantUsage["builds"]["day"] }) {
  const { locale } = useMessages();
  const { usage } = useWork();
  const money = (amount: number) => dollars(amount, locale);
  const time = (seconds: number) => lasted(seconds * 1000, locale);
  const reset = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(budget.resets_at));
  const { limit_tokens: tokens } = budget;
  return (
    <section aria-label={name} className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
      <h3 className="font-semibold">{name}</h3>
      <Line label={usage.cost} used={budget.spent_usd} most={budget.limit_usd} left={budget.remaining_usd} say={money} />
      {budget.held_usd > 0 && <p className="text-sm text-muted">{usage.held(money(budget.held_usd))}</p>}
      {(tokens !== null || budget.used_tokens > 0) && (
        <Line label={usage.unpricedTokens} used={budget.used_tokens} most={tokens} left={budget.remaining_tokens} say={(amount) => count(amount, locale)} />
      )}
      <Line label={usage.builds} used={builds.used_seconds + builds.reserved_seconds} most={builds.limit_seconds} left={builds.remaining_seconds} say={time} />
      <p className="text-sm text-muted">{usage.resets(reset)}</p>
    </section>
  );
}

function Line({ label, used, most, left, say }: { label: string; used: number; most: number | null; left: number | null; say: (amount: number) => string }) {
  const { usage } = useWork();
  const said = most === null ? usage.noCap(say(used)) : usage.usedOf(say(used), say(most));
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap justify-between gap-x-3 text-sm">
        <span className="text-muted">{label}</span>
        <span>{said}</span>
      </p>
      {most !== null && <Meter label={label} share={share(used, most)} words={said} />}
      {left !== null && <p className="text-sm text-muted">{left > 0 ? usage.left(say(left)) : usage.nothingLeft}</p>}
    </div>
  );
}
