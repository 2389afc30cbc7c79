import { getRouteApi } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { WaitingLink } from "@/app/routes/WaitingLink";
import type { Workspace } from "@/data/workspace";
import { PublishButton } from "@/features/publishing/PublishButton";
import { useMessages } from "@/messages/useMessages";
import { useRun } from "@/run/useRun";
import { StatusMark } from "@/ui/StatusMark";

const route = getRouteApi("/apps/$app");

/** Which app this is, what it does just now, and where it is live. A phone has room for what it does: publishing says where it is. */
export function WorkspaceBar({ workspace }: { workspace: Workspace }) {
  const words = useMessages().workspace;
  const { app, active_run: run, waiting_runs: waiting, draft } = workspace;
  const { publish, ...place } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="flex min-w-0 grow items-center gap-3 border-l border-line pl-3 md:gap-4 md:pl-4">
      <h1 className="min-w-0 truncate font-sans text-base font-semibold">{app.name}</h1>
      <span role="status" className="shrink-0">
        {run ? <RunState app={app.id} run={run.id} /> : <BuildState status={draft.build_status} />}
      </span>
      <WaitingLink runs={waiting} />
      <span className="grow" />
      {app.live_url && (
        <a
          href={app.live_url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={words.live}
          title={words.live}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-sm text-sm text-accent underline max-md:hidden"
        >
          <span>{words.live}</span>
          <ExternalLink aria-hidden size={16} strokeWidth={1.75} />
        </a>
      )}
      <PublishButton workspace={workspace} open={publish === true} onOpen={(open) => void navigate({ search: open ? { ...place, publish: true } : place })} />
    </div>
  );
}

function RunState({ app, run }: { app: string; run: string }) {
  const { stages } = useMessages();
  const { view } = useRun(app, run);
  return <StatusMark state={view.segment === "waits" ? "awaiting_approval" : "running"} stage={stages[view.stage]} />;
}

/** A green draft at rest says nothing. */
function BuildState({ status }: { status: Workspace["draft"]["build_status"] }) {
  const { stages } = useMessages();
  return status === "succeeded" ? null : <StatusMark state={status} stage={stages.build} />;
}
