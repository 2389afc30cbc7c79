import { Link } from "@tanstack/react-router";
import type { Diff } from "@/data/diffs";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { arrive } from "@/ui/arrive";

/** What became of a proposal that is decided. Who has just decided it is led here. */
export function Outcome({ diff }: { diff: Diff }) {
  const changes = useChangeWords();
  const kept = diff.review_status === "committed";
  const part = kept && diff.accepted_tree !== null && diff.accepted_tree !== diff.tree;
  const went = diff.review_status === "continued";
  const link = "inline-flex items-center font-semibold text-accent underline max-md:min-h-11";
  return (
    <div
      ref={arrive}
      tabIndex={-1}
      role="status"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md p-3 ${kept ? "bg-ok-soft text-ok" : "bg-sunken text-muted"}`}
    >
      <p className="font-semibold">{part ? changes.committedPart : kept ? changes.committed : went ? changes.continued : changes.closed}</p>
      {part && <p className="w-full text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">{diff.commit_message}</p>}
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
