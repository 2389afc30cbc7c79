import { useQuery } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { type Run, runQuery, useRunWords } from "@/data/runs";
import { AskedStep } from "@/features/autopilot/AskedStep";
import { RunTitle } from "@/features/autopilot/RunTitle";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { AskedFiles } from "@/ui/AskedFiles";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";
import { Working } from "@/ui/Working";

/** One run of the autopilot that needs a person's word: what it wants to do, whole, and the two answers. */
export function PilotAsks({ app, run, leads }: { app: string; run: Run; leads: PilotLeads }) {
  const { common } = useMessages();
  const words = useAutopilotWords();
  const query = useQuery(runQuery(useApi(), app, run.id));
  const { answer } = useRunWords(app, run.id);
  const planned = run.status === "planned";
  const steps = query.data?.steps.filter(({ id }) => query.data.waiting_steps.includes(id)) ?? [];
  const ready = query.data !== undefined && !answer.isPending;
  return (
    <div role="group" aria-label={words.waits} className="flex flex-col gap-3 rounded-md border border-edge bg-warn-soft p-4 max-md:p-3">
      <h3 className="flex items-center gap-2 font-sans font-semibold text-warn">
        <Hand aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {words.waits}
      </h3>
      <RunTitle app={app} run={run} leads={leads} />
      {query.isPending && <Working label={common.loading} />}
      {query.isError && <Fault title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && (
        <>
          <p>{planned ? words.waitsPlan : words.waitsSteps(steps.length)}</p>
          {!planned && <AskedFiles steps={steps} />}
          <ol className="flex min-w-0 list-decimal flex-col gap-2 pl-5">
            {planned
              ? query.data.plan_steps.map(({ id, title }) => (
                  <li key={id} className="[overflow-wrap:anywhere]">
                    {title}
                  </li>
                ))
              : steps.map((step) => (
                  <li key={step.id} className="min-w-0">
                    <AskedStep step={step} />
                  </li>
                ))}
          </ol>
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {query.data && (
          <>
            <Button look="main" aria-disabled={!ready} onClick={() => ready && answer.mutate({ approval: "approve" })}>
              {words.allow}
            </Button>
            <SureButton label={words.decline} question={words.declineText} busy={!ready} onSure={() => answer.mutate({ approval: "abort" })} />
          </>
        )}
        <Button look="quiet" onClick={() => leads.toRun(run.id)}>
          {planned ? words.seeRun : words.seeChange}
        </Button>
      </div>
      {answer.isError && <Fault title={words.answerFailed} detail={detailOf(answer.error)} />}
    </div>
  );
}
