import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import { diffQuery } from "@/data/diff";
import { type Turn, useTakenBack, useWaits } from "@/data/workspace";
import { type Cause, causeOf, nextOf } from "@/domain/ending";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

const NextStep = lazy(async () => ({ default: (await import("@/features/chat/NextStep")).NextStep }));

interface Props {
  turn: Turn;
  /** How many files it had changed, where that is known. */
  files: number | null;
  /** What the stream said went wrong. */
  error: string | null;
  /** Only the newest turn can be gone on with. */
  newest: boolean;
}

/** A turn that ended early: what happened, what was kept, and one thing to do. */
export function EndCard({ turn: ended, files, error, newest }: Props) {
  const { turn, chat, common, locale } = useMessages();
  const waits = useWaits(ended.app_id, ended.diff_id);
  const gone = useTakenBack(ended.app_id, ended.revision_id);
  const listed = useKeptFiles(ended, newest && waits && files === null);
  const cause = causeOf(ended);
  if (cause === null) return null;
  const next = newest ? nextOf(ended, cause, waits) : null;
  const cost = ended.usage.cost_usd ?? 0;
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: cost < 0.1 ? 4 : 2 });
  return (
    <div role="group" aria-label={turn.failed[cause]} className={classes("flex flex-col gap-3 rounded-md border p-3 text-sm", LOOKS[lookOf(cause)])}>
      <p className="[overflow-wrap:anywhere]">
        <strong className="font-semibold">{turn.failed[cause]}</strong> {cause === "cap" && cost > 0 && turn.spent(money.format(cost))} {kept(ended, { files: files ?? listed, waits, gone }, turn, chat)}{" "}
        {waits && ended.diff_id && (
          <Link to="/apps/$app" params={{ app: ended.app_id }} search={{ tab: "changes", diff: ended.diff_id }} className="font-semibold underline max-md:inline-flex max-md:min-h-11 max-md:items-center">
            {chat.review}
          </Link>
        )}
      </p>
      <Suspense>{next && <NextStep ended={ended} next={next} />}</Suspense>
      {(error || ended.failure_code) && (
        <details>
          <summary className="w-fit cursor-pointer max-md:py-3">{common.details}</summary>
          {error && <p className="mt-1 [overflow-wrap:anywhere]">{error.slice(0, 2_000)}</p>}
          {ended.failure_code && <code className="font-mono text-xs">{ended.failure_code}</code>}
        </details>
      )}
    </div>
  );
}

const LOOKS = { bad: "border-bad bg-bad-soft text-bad", warn: "border-edge bg-warn-soft text-ink", plain: "border-line bg-page text-ink" } as const;

function lookOf(cause: Cause): keyof typeof LOOKS {
  if (cause === "stopped" || cause === "dropped") return "plain";
  return cause === "cap" || cause === "conflict" || cause === "interrupted" ? "warn" : "bad";
}

interface Left {
  files: number | null;
  waits: boolean;
  gone: boolean;
}

function kept(ended: Turn, { files, waits, gone }: Left, turn: ReturnType<typeof useMessages>["turn"], chat: ReturnType<typeof useMessages>["chat"]): string {
  if (ended.revision_id) return `${gone ? chat.takenBack : chat.kept}.`;
  if (!ended.diff_id) return turn.keptNothing;
  if (!waits) return `${chat.decided}.`;
  return files ? turn.keptEdits(files) : turn.keptWork;
}

/** A run that was stopped tells no list of files; its proposal has one. Null while that is not known. */
function useKeptFiles({ app_id: app, diff_id: diff }: Turn, isAsked: boolean): number | null {
  const query = useQuery({ ...diffQuery(useApi(), app, diff ?? ""), enabled: isAsked && diff !== null });
  return query.data?.files.length ?? null;
}
