import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { LiveLink } from "@/app/routes/LiveLink";
import { WaitingLink } from "@/app/routes/WaitingLink";
import { useReadyLeads } from "@/app/routes/useReadyLeads";
import type { Workspace } from "@/data/workspace";
import { PublishButton } from "@/features/publishing/PublishButton";
import { useMessages } from "@/messages/useMessages";
import { doingOf, doingWord } from "@/run/doing";
import { useRun } from "@/run/useRun";
import { StatusMark } from "@/ui/StatusMark";

const route = getRouteApi("/apps/$app");
const Pilot = lazy(() => import("@/app/routes/Pilot").then((loaded) => ({ default: loaded.Pilot })));

/** Which app this is, what it does just now, and where it is live. On a phone the second stands below the first, and the third is in the menu. */
export function WorkspaceBar({ workspace }: { workspace: Workspace }) {
  const { app, active_run: run, waiting_runs: waiting, draft } = workspace;
  const { publish, ...place } = route.useSearch();
  const navigate = route.useNavigate();
  const leads = useReadyLeads(workspace);
  return (
    <div className="flex min-w-0 grow items-center gap-2 border-l border-line pl-3 md:gap-4 md:pl-4">
      <div className="relative flex min-w-0 grow gap-x-4 max-md:flex-col md:items-center">
        <h1 className="min-w-0 truncate font-sans text-base font-semibold">{app.name}</h1>
        <span role="status" className="min-w-0 truncate md:shrink-0">
          {run ? <RunState app={app.id} run={run.id} /> : <BuildState draft={draft} />}
        </span>
        <WaitingLink runs={waiting} />
      </div>
      <Suspense fallback={null}>{(app.active_blueprint_id || place.pilot) && <Pilot workspace={workspace} />}</Suspense>
      {app.live_url && <LiveLink url={app.live_url} className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-sm text-sm text-accent underline max-md:hidden" />}
      <PublishButton workspace={workspace} open={publish === true} onToggle={(open) => void navigate({ search: open ? { ...place, publish: true } : place })} {...leads} />
    </div>
  );
}

function RunState({ app, run }: { app: string; run: string }) {
  const words = useMessages();
  const { view } = useRun(app, run);
  return <StatusMark state={view.segment === "waits" ? "awaiting_approval" : "running"} stage={doingWord(doingOf(view), words)} />;
}

/** A green draft at rest says nothing, nor does the template that every app starts from. */
function BuildState({ draft: { build_status: status, origin } }: { draft: Workspace["draft"] }) {
  const { stages } = useMessages();
  const rests = status === "succeeded" || (origin === "template" && status !== "failed");
  return rests ? null : <StatusMark state={status} stage={stages.build} />;
}
