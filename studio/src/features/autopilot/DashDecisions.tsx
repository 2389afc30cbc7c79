import type { Dashboard } from "@/data/autopilot";
import { DashSection } from "@/features/autopilot/DashSection";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";

/** What the autopilot has built is told by its runs and tasks. */
const BUILT = "autopilot";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** What was decided last, and why. */
export function DashDecisions({ decisions: all, leads }: { decisions: Dashboard["decisions"]; leads: PilotLeads }) {
  const { overview: words } = useAutopilotWords();
  const decisions = all.filter(({ by }) => by !== BUILT);
  return (
    <DashSection title={words.decisions}>
      {decisions.length === 0 && <p className="text-muted">{words.noDecisions}</p>}
      <ul className="flex flex-col gap-2">
        {decisions.map(({ id, decision, reason }) => (
          <li key={text(id)} className="[overflow-wrap:anywhere]">
            <p>{text(decision)}</p>
            {text(reason) && <p className="text-sm text-muted">{text(reason)}</p>}
          </li>
        ))}
      </ul>
      <Button look="quiet" className="-ml-4 self-start" onClick={leads.toProject}>
        {words.allDecisions}
      </Button>
    </DashSection>
  );
}
