import type { Dashboard } from "@/data/autopilot";
import { TASK_STATES } from "@/domain/place";
import { DashSection } from "@/features/autopilot/DashSection";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";

const NEXT_SHOWN = 5;

/** How many tasks stand how, and those that come next. */
export function DashCounts({ tasks, next, leads }: { tasks: Dashboard["tasks"]; next: Dashboard["next_tasks"]; leads: PilotLeads }) {
  const { overview: words } = useAutopilotWords();
  const counted = TASK_STATES.filter((state) => (tasks[state] ?? 0) > 0);
  if (counted.length === 0) {
    return (
      <DashSection title={words.tasks}>
        <p className="text-muted">{words.noTasks}</p>
      </DashSection>
    );
  }
  return (
    <DashSection title={words.tasks}>
      <ul className="flex flex-wrap gap-2">
        {counted.map((state) => (
          <li key={state}>
            <button type="button" onClick={() => leads.toTasks(state)} className="rounded-full bg-sunken px-3 py-1 text-sm hover:bg-line max-md:min-h-11">
              {words.tasksOf(words.taskStates[state], tasks[state] ?? 0)}
            </button>
          </li>
        ))}
      </ul>
      <h4 className="font-sans text-sm text-muted">{words.next}</h4>
      {next.length === 0 && <p>{words.noNext}</p>}
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        {next.slice(0, NEXT_SHOWN).map(({ id, description }) => (
          <li key={id}>
            <LinkWords onOpen={() => leads.toTask(id)}>{description}</LinkWords>
          </li>
        ))}
      </ol>
    </DashSection>
  );
}
