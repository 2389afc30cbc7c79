import type { AutopilotState } from "@/data/autopilot";
import { count, dollars, share } from "@/domain/amounts";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Meter } from "@/ui/Meter";

/** What was spent of the budgets at which it stops; where no dollars are counted, at what each task does. */
export function PilotMoney({ spent }: { spent: AutopilotState["spent"] }) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const rows = [
    { name: words.ofPhase, used: spent.phase_usd, most: spent.phase_budget_usd },
    { name: words.ofNight, used: spent.night_usd, most: spent.night_budget_usd },
  ];
  if (!spent.priced) return <p className="text-sm text-muted">{words.unpriced(count(spent.run_tokens, locale), count(spent.run_model_calls, locale))}</p>;
  return (
    <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
      {rows.map(({ name, used, most }) => {
        const said = words.used(dollars(used, locale), dollars(most, locale));
        return (
          <div key={name} className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="text-muted">{name}</span>
              <span>{said}</span>
            </p>
            <Meter label={name} share={share(used, most)} words={said} />
          </div>
        );
      })}
    </div>
  );
}
