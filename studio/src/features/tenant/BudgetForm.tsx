import { ProblemError } from "@/data/api";
import { type BudgetSettings, useSetBudgets } from "@/data/budgets";
import { codeOf, detailOf } from "@/data/problem";
import { useIsMe } from "@/data/tenant";
import { count, dollars } from "@/domain/amounts";
import { amountsIn, BUDGETS, type BudgetName, said, wrongBudgets, writtenOf } from "@/domain/budgets";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { useFields } from "@/run/useFields";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

/** The tenant's own budgets. What is typed stays until it is saved, also when somebody else has set them meanwhile. */
export function BudgetForm({ settings }: { settings: BudgetSettings }) {
  const { locale } = useMessages();
  const { tenant } = useWork();
  const save = useSetBudgets();
  const isMe = useIsMe();
  const { fields: written, change, sent } = useFields("budgets", writtenOf(settings.own));
  const wrong = wrongBudgets(written, settings.server);
  const unsaved = BUDGETS.some((name) => written[name] !== writtenOf(settings.own)[name]);
  const words = { dollars: (amount: number) => dollars(amount, locale), tokens: (amount: number) => tenant.budgetTokens(count(amount, locale)) };
  const most = (name: BudgetName) => {
    const amount = settings.server[name];
    return amount === null ? tenant.budgetNoMost : tenant.budgetMost(said(name, amount, words));
  };
  const refused = save.error instanceof ProblemError ? (save.error.problem.diagnostics ?? []) : [];
  const fault = (name: BudgetName) => {
    const why = wrong[name];
    if (why) return why === "high" ? most(name) : tenant.budgetWrong;
    return refused.find(({ path }) => path === name)?.message ?? null;
  };
  const clashes = codeOf(save.error) === "STATE_CONFLICT";
  const ready = unsaved && !save.isPending && Object.keys(wrong).length === 0;
  const send = () => {
    if (ready) save.mutate({ ...amountsIn(written), version: settings.version }, { onSuccess: sent });
  };
  return (
    <form
      aria-label={tenant.budgets}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4"
    >
      <div className="grid gap-4 md:grid-cols-2">
        {BUDGETS.map((name) => (
          <TextField
            key={name}
            kind="number"
            label={tenant.budgetNames[name]}
            hint={most(name)}
            fault={fault(name)}
            placeholder={tenant.budgetUsual}
            value={written[name]}
            onChange={(text) => change({ [name]: text })}
          />
        ))}
      </div>
      {save.isError && <Fault title={clashes ? tenant.budgetsClash : tenant.budgetsNotSaved} detail={clashes ? "" : detailOf(save.error)} />}
      <div className="flex flex-wrap items-center gap-3">
        <Button look="main" pill type="submit" aria-disabled={!ready}>
          {save.isPending ? tenant.budgetsSaving : tenant.budgetsSave}
        </Button>
        <p role="status" className="text-sm text-muted">
          {save.isSuccess && !unsaved ? tenant.budgetsSaved : ""}
        </p>
      </div>
      {settings.changed_at && (
        <p className="text-sm text-muted">
          {tenant.budgetsBy(isMe(settings.changed_by ?? "") ? tenant.youBy : (settings.changed_by ?? ""), new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(settings.changed_at)))}
        </p>
      )}
    </form>
  );
}
