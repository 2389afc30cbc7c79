import { Link } from "@tanstack/react-router";
import type { App } from "@/data/apps";
import { ago } from "@/domain/time";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";

/** One app: its face, its name, how it stands. The whole card leads there. */
export function AppCard({ app }: { app: App }) {
  const { home, locale } = useMessages();
  return (
    <Link
      to="/apps/$app"
      params={{ app: app.id }}
      className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-edge"
    >
      <span aria-hidden className="grid aspect-[16/10] place-items-center bg-sunken font-display text-2xl text-edge">
        {app.name.slice(0, 1).toUpperCase()}
      </span>
      <span className="flex flex-col gap-1 p-4">
        <span className="line-clamp-2 font-semibold break-words">{app.name}</span>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {app.active_run_id ? <StatusMark state="running" /> : <span>{app.published_revision_id ? home.live : home.draftOnly}</span>}
          <time dateTime={app.updated_at}>{home.changed(ago(app.updated_at, Date.now(), locale))}</time>
        </span>
      </span>
    </Link>
  );
}
