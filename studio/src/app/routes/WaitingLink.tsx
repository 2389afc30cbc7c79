import { getRouteApi, Link } from "@tanstack/react-router";
import type { Workspace } from "@/data/workspace";
import { answersAt, inChat } from "@/domain/place";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";
import { useWide } from "@/ui/useWide";

const route = getRouteApi("/apps/$app");

/** Runs that wait for a person's word hold nothing up, so the head of the app says that there are some, and leads there. */
export function WaitingLink({ runs }: { runs: Workspace["waiting_runs"] }) {
  const words = useMessages().workspace;
  const { app } = route.useParams();
  const here = route.useSearch();
  const wide = useWide();
  const place = answersAt(runs);
  return (
    <span role="status" className="min-w-0 truncate md:shrink-0">
      {place && (
        <Link
          to="/apps/$app"
          params={{ app }}
          search={wide && !place.tab ? inChat(here, place) : place}
          title={words.toWaiting}
          className="inline-flex items-center gap-1 rounded-sm text-sm text-warn underline max-md:after:absolute max-md:after:-inset-y-1 max-md:after:inset-x-0 md:min-h-11"
        >
          <StatusMark state="awaiting_approval" />
          {runs.length > 1 && <span>({runs.length})</span>}
        </Link>
      )}
    </span>
  );
}
