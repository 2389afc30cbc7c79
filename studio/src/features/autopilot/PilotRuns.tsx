import { detailOf } from "@/data/problem";
import { isOver, type Run, useRunWords } from "@/data/runs";
import { RunTitle } from "@/features/autopilot/RunTitle";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { StatusMark } from "@/ui/StatusMark";

/** The runs that the autopilot is at, each of which can be stopped by itself. */
export function PilotRuns({ app, runs, leads }: { app: string; runs: readonly Run[]; leads: PilotLeads }) {
  const words = useAutopilotWords();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.inWork}</h3>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {runs.map((run) => (
          <li key={run.id} className="px-3 py-2">
            <OneRun app={app} run={run} leads={leads} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OneRun({ app, run, leads }: { app: string; run: Run; leads: PilotLeads }) {
  const { stages } = useMessages();
  const words = useAutopilotWords();
  const { stop } = useRunWords(app, run.id);
  const stopping = stop.isPending || run.cancel_requested;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <StatusMark state={run.status} stage={stages[run.stage]} />
        <div className="min-w-0 grow basis-40">
          <RunTitle app={app} run={run} leads={leads} />
        </div>
        {!isOver(run) && (
          <Button look="quiet" aria-disabled={stopping} onClick={() => stopping || stop.mutate()}>
            {stopping ? words.stopping : words.stopRun}
          </Button>
        )}
      </div>
      {stop.isError && <Fault title={words.stopFailed} detail={detailOf(stop.error)} />}
    </>
  );
}
