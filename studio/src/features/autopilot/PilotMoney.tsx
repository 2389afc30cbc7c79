import type { AutopilotState } from "@/data/autopilot";
import { count, dollars, share } from "@/domain/amounts";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Meter } from "@/ui/Meter";

/** Spent and reserved amounts of both budgets, or the token limit of each run when the model has no price. */
export function PilotMoney({ spent }: { spent: AutopilotState["spent"] }) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const rows = [
    { name: words.ofPhase, used: spent.phase_usd, reserved: spent.phase_reserved_usd, most: spent.phase_budget_usd },
    { name: words.ofNight, used: spent.night_usd, reserved: spent.night_reserved_usd, most: spent.night_budget_usd },
  ];
  if (!spent.priced) return <p className="text-sm text-muted">{words.unpriced(count(spent.run_tokens, locale), count(spent.run_model_calls, locale))}</p>;
  return (
    <div className="grid gap-x-6 gap-y-3 md:grid-cols-2">
      {rows.map(({ name, used, reserved, most }) => {
        const spentOf = words.used(dollars(used, locale), dollars(most, locale));
        const text = reserved > 0 ? words.reserved(spentOf, dollars(reserved, locale)) : spentOf;
        return (
          <div key={name} className="flex min-w-0 flex-col gap-1">
            <p className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span className="text-muted">{name}</span>
              <span>{text}</span>
            </p>
            <Meter label={name} share={share(used, most)} words={text} />
          </div>
        );
      })}
    </div>
  );
}
