import type { Dashboard } from "@/data/autopilot";
import { count, dollars } from "@/domain/amounts";
import { amountOf, type Measure, scaleOf } from "@/domain/kpis";
import { DashSection } from "@/features/autopilot/DashSection";
import { Fact } from "@/features/autopilot/Fact";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useKpiWords } from "@/messages/kpis/useKpiWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const SHOWN: readonly Measure[] = ["success", "firstPass", "selfHeal", "reverted", "price"];

/** What the last thirty days used, and how well their runs went. */
export function DashUsage({ usage, kpis, leads }: Pick<Dashboard, "usage" | "kpis"> & { leads: PilotLeads }) {
  const { locale } = useMessages();
  const { overview: words } = useAutopilotWords();
  const { measures, notKnown } = useKpiWords();
  const say = (measure: Measure): string | null => {
    const amount = amountOf(kpis, measure);
    if (amount === null) return null;
    return scaleOf(measure) === "money" ? dollars(amount, locale) : new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(amount);
  };
  return (
    <DashSection title={words.usage}>
      <dl className="grid grid-cols-2 gap-3">
        <Fact name={words.cost}>{usage.cost_usd === null ? notKnown : dollars(usage.cost_usd, locale)}</Fact>
        <Fact name={words.tokens}>{count(usage.total_tokens, locale)}</Fact>
        {SHOWN.map((measure) => {
          const said = say(measure);
          return (
            said !== null && (
              <Fact key={measure} name={measures[measure].name}>
                {said}
              </Fact>
            )
          );
        })}
      </dl>
      <Button look="quiet" className="-ml-4 self-start" onClick={leads.toUsage}>
        {words.toUsage}
      </Button>
    </DashSection>
  );
}
