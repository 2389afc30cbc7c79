import { Link } from "@tanstack/react-router";
import type { Diff } from "@/data/diffs";
import { useMessages } from "@/messages/useMessages";

/** What became of a proposal that is decided. Who has just decided it is led here. */
export function Outcome({ diff, fresh }: { diff: Diff; fresh: boolean }) {
  const { changes } = useMessages();
  const kept = diff.review_status === "committed";
  const went = diff.review_status === "continued";
  const link = "font-semibold text-accent underline max-md:min-h-11";
  return (
    <div
      ref={(note) => {
        if (fresh) note?.focus();
      }}
      tabIndex={-1}
      role="status"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md p-3 ${kept ? "bg-ok-soft text-ok" : "bg-sunken text-muted"}`}
    >
      <p className="font-semibold">{kept ? changes.committed : went ? changes.continued : changes.closed}</p>
      {kept && (
        <>
          <Link to="/apps/$app" params={{ app: diff.app_id }} search={{ tab: "preview" }} className={link}>
            {changes.seePreview}
          </Link>
          <Link to="/apps/$app" params={{ app: diff.app_id }} search={{ tab: "history" }} className={link}>
            {changes.seeHistory}
          </Link>
        </>
      )}
    </div>
  );
}
