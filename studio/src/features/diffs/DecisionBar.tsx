import { type ReactNode, useState } from "react";
import type { Diff, useDecide } from "@/data/diffs";
import { detailOf, findingsOf } from "@/data/problem";
import { counted, reviewBody } from "@/domain/review";
import { CommitMessage } from "@/features/diffs/CommitMessage";
import { FeedbackBox } from "@/features/diffs/FeedbackBox";
import type { Choice } from "@/features/diffs/useChoice";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { useWide } from "@/ui/useWide";

interface Props {
  diff: Diff;
  /** Whether it was made from the draft as it is now. */
  current: boolean;
  choice: Choice;
  decide: ReturnType<typeof useDecide>;
}

/** What becomes of the proposal: kept with a message, set aside, or sent back with words. */
export function DecisionBar({ diff, current, choice, decide }: Props) {
  const { changes } = useMessages();
  const [draft, setDraft] = useDraft(`message.${diff.id}`);
  const [message, setMessage] = useState(draft || diff.commit_message);
  const [asking, setAsking] = useState(false);
  const { all, kept } = counted(diff.files, choice.aside);
  const write = (said: string) => {
    setMessage(said);
    setDraft(said === diff.commit_message ? "" : said);
  };
  const wide = useWide();
  const words = <CommitMessage diff={diff.id} value={message} onChange={write} />;
  const failed = decide.keep.error ?? decide.review.error;
  const busy = decide.keep.isPending || decide.review.isPending;
  const forget = () => {
    choice.forget();
    setDraft("");
  };
  const keep = () => {
    if (busy || kept === 0) return;
    decide.review.reset();
    decide.keep.mutate({ review: reviewBody(diff.files, choice.aside), message }, { onSuccess: forget });
  };
  const setAside = (feedback: string) => {
    decide.keep.reset();
    setAsking(false);
    if (!busy) decide.review.mutate({ decision: "reject", feedback: feedback || null, files: [] }, { onSuccess: forget });
  };
  return (
    <section aria-label={changes.decision} className="flex max-h-[50%] shrink-0 flex-col gap-3 overflow-y-auto border-t border-line bg-surface p-4">
      {failed && <Fault title={changes.decideFailed} detail={detailOf(failed)} findings={findingsOf(failed)} />}
      {asking ? (
        <FeedbackBox diff={diff} onSetAside={setAside} onLeave={() => setAsking(false)} />
      ) : (
        <>
          {current && (wide ? words : <Folded>{words}</Folded>)}
          <div className="flex flex-wrap gap-2">
            {current && (
              <Button look="main" pill aria-disabled={busy || kept === 0} onClick={keep}>
                {decide.keep.isPending ? changes.keeping : kept === all ? changes.keepAll(all) : changes.keepSome(kept, all)}
              </Button>
            )}
            <Button onClick={() => setAsking(true)}>{changes.sendBack}</Button>
            {diff.review_status !== "rejected" && (
              <Button look="quiet" aria-disabled={busy} onClick={() => setAside("")}>
                {changes.reject}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** On a phone the files need the room. */
function Folded({ children }: { children: ReactNode }) {
  const { changes } = useMessages();
  return (
    <details>
      <summary className="min-h-8 w-fit cursor-pointer text-sm text-accent">{changes.message}</summary>
      {children}
    </details>
  );
}
