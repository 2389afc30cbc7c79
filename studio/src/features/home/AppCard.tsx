import { Link } from "@tanstack/react-router";
import type { App } from "@/data/apps";
import { AppFace } from "@/features/home/AppFace";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

/** One app: its face, its name, how it stands. The whole card leads there. */
export function AppCard({ app }: { app: App }) {
  const { home } = useMessages();
  const ago = useAgo();
  return (
    <Link
      to="/apps/$app"
      params={{ app: app.id }}
      className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors duration-120 hover:border-edge active:bg-sunken"
    >
      <AppFace app={app} />
      <span className="flex flex-col gap-1 p-4 pr-14">
        <span className="line-clamp-2 font-semibold break-words">{app.name}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {app.active_run_id && <StatusMark state="running" />}
          {(app.published_revision_id !== null || !app.active_run_id) && <Standing live={app.published_revision_id !== null} />}
          <time dateTime={app.updated_at}>{home.changed(ago(app.updated_at))}</time>
        </span>
      </span>
    </Link>
  );
}

function Standing({ live }: { live: boolean }) {
  const { home } = useMessages();
  return live ? <span className="rounded-full bg-ok-soft px-2 text-xs leading-5 font-semibold text-ok">{home.live}</span> : <span>{home.draftOnly}</span>;
}
