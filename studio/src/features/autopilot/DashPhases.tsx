import type { App } from "@/data/apps";
import { share } from "@/domain/amounts";
import { DashSection } from "@/features/autopilot/DashSection";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { usePhases } from "@/features/autopilot/usePhases";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Meter } from "@/ui/Meter";

/** The phases of the plan in use, and how many tasks of each are done. */
export function DashPhases({ app, blueprint, leads }: { app: App; blueprint: string; leads: PilotLeads }) {
  const words = useAutopilotWords();
  const phases = usePhases(app.id, blueprint);
  return (
    <DashSection title={words.overview.phases}>
      {phases.length === 0 && <p className="text-muted">{words.overview.noPhases}</p>}
      <ol className="flex flex-col gap-3">
        {phases.map(({ id, title, done, total }) => {
          const said = words.tasksDone(done, total);
          return (
            <li key={id} className="flex flex-col gap-1">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="min-w-0">
                  <LinkWords onOpen={() => leads.toPlan(id)}>{title}</LinkWords>{" "}
                  {id === app.active_phase_node_id && <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-semibold text-accent">{words.overview.active}</span>}
                </span>
                <span className="text-sm text-muted">{said}</span>
              </p>
              <Meter label={title} share={total > 0 ? share(done, total) : 0} words={said} good />
            </li>
          );
        })}
      </ol>
    </DashSection>
  );
}
