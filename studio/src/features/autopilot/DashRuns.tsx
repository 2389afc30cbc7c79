import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { Dashboard } from "@/data/autopilot";
import { runsQuery } from "@/data/runs";
import { DashSection } from "@/features/autopilot/DashSection";
import { RunTitle } from "@/features/autopilot/RunTitle";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

const SHOWN = 5;
const COUNTED = [
  ["in_progress", "open"],
  ["completed", "completed"],
  ["failed", "failed"],
  ["cancelled", "cancelled"],
] as const;

/** How the runs went, and the latest of them. */
export function DashRuns({ app, counts, leads }: { app: string; counts: Dashboard["runs"]; leads: PilotLeads }) {
  const { stages } = useMessages();
  const { overview: words } = useAutopilotWords();
  const ago = useAgo();
  const latest = useInfiniteQuery(runsQuery(useApi(), app, {})).data?.pages[0]?.items.slice(0, SHOWN) ?? [];
  return (
    <DashSection title={words.runs}>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {COUNTED.filter(([name]) => (counts[name] ?? 0) > 0).map(([name, state]) => (
          <li key={name}>
            <button type="button" onClick={() => leads.toRuns(state)} className="rounded-full bg-sunken px-3 py-1 text-sm hover:bg-line max-md:min-h-11">
              {words.tasksOf(words.runCounts[name], counts[name] ?? 0)}
            </button>
          </li>
        ))}
      </ul>
      {latest.length === 0 && <p className="text-muted">{words.noRuns}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {latest.map((run) => (
          <li key={run.id} className="flex flex-wrap items-baseline gap-x-3 py-1">
            <StatusMark state={run.status} stage={stages[run.stage]} />
            <div className="min-w-0 grow basis-40">
              <RunTitle app={app} run={run} leads={leads} />
            </div>
            <span className="text-sm text-muted">{ago(run.created_at)}</span>
          </li>
        ))}
      </ul>
      <Button look="quiet" className="-ml-4 self-start" onClick={() => leads.toRuns()}>
        {words.allRuns}
      </Button>
    </DashSection>
  );
}
