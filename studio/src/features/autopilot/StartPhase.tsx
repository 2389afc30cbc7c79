import { Play } from "lucide-react";
import { useId, useState } from "react";
import { type ManagerPlan, useAutopilot } from "@/data/autopilot";
import { detailOf } from "@/data/problem";
import { dollars } from "@/domain/amounts";
import { nextPhase, type Phase, SHORT_NAME } from "@/domain/pilot";
import { type Budgets, BudgetFields, budgetsSent } from "@/features/autopilot/BudgetFields";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { NeedsNote } from "@/ui/NeedsNote";
import { SelectField } from "@/ui/SelectField";
import { SureButton } from "@/ui/SureButton";

const MODES = ["suggest", "semi_auto", "full_auto"] as const;

interface Props {
  app: string;
  plan: ManagerPlan;
  phases: readonly Phase[];
  leads: PilotLeads;
}

/** A phase is started: which, how much by itself, at how many dollars it stops. What it will cost is said before the second word. */
export function StartPhase({ app, plan, phases, leads }: Props) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const needs = useNeedWords();
  const { order } = useAutopilot(app);
  const heading = useId();
  const { mode, active_phase_node_id: active, spent } = plan.autopilot;
  const [chosen, choose] = useState<string | null>(null);
  const [wanted, want] = useState<(typeof MODES)[number]>(mode === "off" ? "semi_auto" : mode);
  const [budgets, set] = useState<Budgets>({ phase: String(spent.phase_budget_usd), night: String(spent.night_budget_usd) });
  const next = nextPhase(phases, active);
  const phase = phases.find(({ id }) => id === chosen) ?? next ?? phases.find(({ id }) => id === active) ?? phases[0];
  if (!phase) return <p className="text-muted">{words.noPhases}</p>;
  const money = budgetsSent(budgets);
  const left = phase.total - phase.done;
  const price = (amount: number | undefined, now: number) => dollars(amount ?? now, locale);
  const most = money && words.costAtMost(price(money.phase_budget_usd, spent.phase_budget_usd), price(money.night_budget_usd, spent.night_budget_usd));
  const guess = phase.id === active && plan.tasks_left > 0 ? words.estimate(dollars(plan.estimated_usd, locale)) : "";
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
        <SelectField
          label={words.mode}
          hint={words.modes[wanted].text}
          value={wanted}
          options={MODES.map((value) => ({ value, label: words.modes[value].name }))}
          onChange={(value) => want(MODES.find((one) => one === value) ?? wanted)}
        />
      </div>
      <NeedsNote what={needs.phase} needs={phase.needs} parts={phase.parts} />
      <BudgetFields value={budgets} onChange={set} />
      {left === 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-muted">{phase.total > 0 ? words.reasons["phase_done"] : words.noTasks}</p>
          <Button onClick={() => leads.toPlan(phase.id)}>{words.toPlan}</Button>
        </div>
      ) : (
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
