import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { codeOf } from "@/data/problem";
import { runQuery } from "@/data/runs";
import type { Workspace } from "@/data/workspace";
import { ModelCalls } from "@/features/runs/ModelCalls";
import { RunActions } from "@/features/runs/RunActions";
import { RunFacts } from "@/features/runs/RunFacts";
import type { RunLinks } from "@/features/runs/runLinks";
import { RunOutcome } from "@/features/runs/RunOutcome";
import { StepList } from "@/features/runs/StepList";
import { useFacts } from "@/features/runs/useFacts";
import { useSteps } from "@/features/runs/useSteps";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import type { RunDetail } from "@/data/runs";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const MAY_WAIT = new Set<RunDetail["status"]>(["planned", "awaiting_approval"]);
const RunWaits = lazy(async () => ({ default: (await import("@/features/runs/RunWaits")).RunWaits }));

interface Props {
  workspace: Workspace;
  run: string;
  onLeave: () => void;
  onRun: (run: string) => void;
  links: RunLinks;
}

/** One run: what waits, what came of it, and each step. One of another app is not shown in this one. */
export function RunPane({ workspace, run: id, onLeave, onRun, links }: Props) {
  const { common } = useMessages();
  const { runs } = useWork();
  const query = useQuery(runQuery(useApi(), workspace.app.id, id));
  const leave = (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onLeave}>
      {runs.all}
    </Button>
  );
  if (query.isPending) return <Working label={common.loading} />;
  const missing = query.data ? query.data.app_id !== workspace.app.id : codeOf(query.error) === "NOT_FOUND";
  if (missing || !query.data) {
    const again = missing ? leave : <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={missing ? runs.missing : runs.loadFailed} action={again} />;
  }
  return (
    <div className="flex h-full flex-col gap-5 overflow-y-auto p-4 md:p-6">
      <Head run={query.data}>{leave}</Head>
      {(query.data.status === "running" || query.data.status === "awaiting_approval") && <LiveSteps run={query.data} />}
      <Suspense>{MAY_WAIT.has(query.data.status) && <RunWaits run={query.data} />}</Suspense>
      <RunOutcome run={query.data} links={links} />
      <RunActions run={query.data} draft={workspace.draft.id} onRun={onRun} />
      <StepList run={query.data} />
      <ModelCalls run={query.data} />
    </div>
  );
}

function LiveSteps({ run }: { run: RunDetail }) {
  useSteps(run);
  return null;
}

function Head({ run, children }: { run: RunDetail; children: React.ReactNode }) {
  const { title } = useFacts(run);
  return (
    <header className="flex flex-col gap-2">
      <div className="-mx-2">{children}</div>
      <h2 ref={arrive} tabIndex={-1} className="line-clamp-3 text-lg [overflow-wrap:anywhere]">
        {title}
      </h2>
      <RunFacts run={run} />
    </header>
  );
}
