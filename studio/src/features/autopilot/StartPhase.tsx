import { Play } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { type ManagerPlan, useAutopilot } from "@/data/autopilot";
import type { PlanJob } from "@/data/planning";
import { detailOf } from "@/data/problem";
import { count, dollars } from "@/domain/amounts";
import { nextPhase, type Phase, SHORT_NAME } from "@/domain/pilot";
import { type Budgets, BudgetFields, budgetsSent } from "@/features/autopilot/BudgetFields";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { NeedsNote } from "@/ui/NeedsNote";
import { SelectField } from "@/ui/SelectField";
import { SureButton } from "@/ui/SureButton";

const WriteTasks = lazy(() => import("@/features/autopilot/WriteTasks").then((loaded) => ({ default: loaded.WriteTasks })));

const MODES = ["suggest", "semi_auto", "full_auto"] as const;

interface Props {
  app: string;
  plan: ManagerPlan;
  phases: readonly Phase[];
  /** The newest writing of tasks. */
  job: PlanJob | null;
}

/** A phase is started: which, how much by itself where nothing else asks for that, at how many dollars it stops. What it will cost is said before the second word. */
export function StartPhase({ app, plan, phases, job }: Props) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const needs = useNeedWords();
  const { order } = useAutopilot(app);
  const heading = useId();
  const { mode, pill, active_phase_node_id: active, spent } = plan.autopilot;
  const [chosen, choose] = useState<string | null>(null);
  const [chosenMode, chooseMode] = useState<(typeof MODES)[number]>("semi_auto");
  const wanted = mode === "off" ? chosenMode : mode;
  const [changing, change] = useState(false);
  const [budgets, set] = useState<Budgets>({ phase: String(spent.phase_budget_usd), night: String(spent.night_budget_usd) });
  const next = nextPhase(phases, active);
  const phase = phases.find(({ id }) => id === chosen) ?? next ?? phases.find(({ id }) => id === active) ?? phases[0];
  if (!phase) return <p className="text-muted">{words.noPhases}</p>;
  const money = budgetsSent(budgets);
  const left = phase.total - phase.done;
  const price = (amount: number | undefined, now: number) => dollars(amount ?? now, locale);
  const most = !spent.priced ? words.unpriced(count(spent.run_tokens, locale), count(spent.run_model_calls, locale)) : money && words.costAtMost(price(money.phase_budget_usd, spent.phase_budget_usd), price(money.night_budget_usd, spent.night_budget_usd));
  const guess = phase.id === active && plan.tasks_left > 0 && plan.estimated_usd ? words.estimate(dollars(plan.estimated_usd, locale)) : "";
  const start = () => money && order.mutate({ action: "start", phase_node_id: phase.id, mode: wanted, ...money });
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3 rounded-md border border-line p-4 max-md:p-3">
      <h3 id={heading} className="flex items-center gap-2 font-sans font-semibold">
        <Play aria-hidden size={16} strokeWidth={1.75} />
        {words.startTitle}
      </h3>
      {!next && <p className="font-semibold text-ok">{words.allDone}</p>}
      <div className="grid gap-3 md:grid-cols-2">
        <SelectField label={words.which} value={phase.id} options={phases.map(({ id, title }) => ({ value: id, label: title }))} onChange={choose} />
        {pill === "off" && (
          <SelectField
            label={words.mode}
            hint={words.modes[wanted].text}
            value={wanted}
            options={MODES.map((value) => ({ value, label: words.modes[value].name }))}
            onChange={(value) => chooseMode(MODES.find((one) => one === value) ?? chosenMode)}
          />
        )}
      </div>
      <NeedsNote what={needs.phase} needs={phase.needs} parts={phase.parts} />
      <Suspense fallback={null}>{phase.total === 0 && <WriteTasks key={phase.id} app={app} phase={phase.id} job={job} />}</Suspense>
      {phase.total > 0 && left === 0 && <p className="text-muted">{words.reasons["phase_done"]}</p>}
      {left > 0 &&
        (changing ? (
          <BudgetFields value={budgets} onChange={set} />
        ) : (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {most}
            {spent.priced && (
              <Button look="quiet" onClick={() => change(true)}>
                {words.changeBudgets}
              </Button>
            )}
          </p>
        ))}
      {left > 0 && (
        <SureButton
          label={order.isPending ? words.starting : phase.title.length <= SHORT_NAME ? words.start(phase.title) : words.startThis}
          question={[words.startText(left), guess, most].filter(Boolean).join(" ")}
          busy={order.isPending || money === null}
          onSure={start}
        />
      )}
      {order.isError && <Fault title={words.orderFailed} detail={detailOf(order.error)} />}
    </section>
  );
}
