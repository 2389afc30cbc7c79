import type { Revision } from "@/data/revision";
import { useIsMe } from "@/data/tenant";
import { RevisionFace } from "@/features/revisions/RevisionFace";
import { subtitleOf, titleOf } from "@/features/revisions/titleOf";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

interface Props {
  revision: Revision;
  /** Whether it is the draft. */
  now: boolean;
  live: boolean;
  onOpen: (revision: string) => void;
}

/** The subject of a repair that the app's settings let begin by itself. */
const ITSELF = "self-repair";

/** One revision in short: what it looks like, what was wished and what came of it, who made it and when. */
export function RevisionRow({ revision, now, live, onOpen }: Props) {
  const history = useHistoryWords();
  const subtitle = subtitleOf(revision, history);
  return (
    <button type="button" onClick={() => onOpen(revision.id)} className="flex w-full items-start gap-3 rounded-md p-3 text-left hover:bg-sunken">
      <RevisionFace revision={revision} />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className="line-clamp-2 min-w-0 font-semibold break-words">{titleOf(revision, history)}</span>
          {now && <Badge>{history.now}</Badge>}
          {live && <Badge>{history.live}</Badge>}
        </span>
        {subtitle && <span className="line-clamp-2 min-w-0 text-sm break-words">{subtitle}</span>}
        <RevisionFacts revision={revision} />
        {revision.quality.score !== null && <span className="text-sm text-muted">{history.quality.score(revision.quality.score, revision.quality.known)}</span>}
      </span>
    </button>
  );
}

/** Who made a revision and how, when, and how its build stands unless it is green. */
export function RevisionFacts({ revision }: { revision: Revision }) {
  const history = useHistoryWords();
  const { locale, stages } = useMessages();
  const ago = useAgo();
  const isMe = useIsMe();
  const by = revision.created_by;
  const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(revision.created_at));
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      {revision.build_status !== "succeeded" && <StatusMark state={revision.build_status} stage={stages.build} />}
      <span className="[overflow-wrap:anywhere]">{by === ITSELF ? history.byItself : history.by[revision.origin](isMe(by) ? null : by)}</span>
      <time dateTime={revision.created_at} title={time}>
        {ago(revision.created_at)}
      </time>
    </span>
  );
}

function Badge({ children }: { children: string }) {
  return <span className="shrink-0 rounded-full bg-accent-soft px-2 text-xs font-semibold text-accent">{children}</span>;
}
