import { amountIn } from "@/domain/pilot";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { intoForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";

export interface Budgets {
  phase: string;
  night: string;
}

/** What is sent of the budgets; null where one of them cannot be one. */
export function budgetsSent({ phase, night }: Budgets): { phase_budget_usd?: number; night_budget_usd?: number } | null {
  const [ofPhase, ofNight] = [amountIn(phase), amountIn(night)];
  if (ofPhase === "wrong" || ofNight === "wrong") return null;
  return { ...(ofPhase === null ? {} : { phase_budget_usd: ofPhase }), ...(ofNight === null ? {} : { night_budget_usd: ofNight }) };
}

/** At how many dollars it stops. An empty field leaves the budget as it is. */
export function BudgetFields({ value, onChange }: { value: Budgets; onChange: (value: Budgets) => void }) {
  const words = useAutopilotWords();
  const fault = (text: string) => (amountIn(text) === "wrong" ? words.budgetWrong : null);
  return (
    <div ref={intoForm} className="grid gap-3 md:grid-cols-2">
      <TextField kind="number" label={words.phaseBudget} fault={fault(value.phase)} value={value.phase} onChange={(phase) => onChange({ ...value, phase })} />
      <TextField kind="number" label={words.nightBudget} fault={fault(value.night)} value={value.night} onChange={(night) => onChange({ ...value, night })} />
    </div>
  );
}
