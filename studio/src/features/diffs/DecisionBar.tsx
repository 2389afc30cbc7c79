import { type ReactNode, useState } from "react";
import type { Diff, useDecide } from "@/data/diffs";
import { detailOf, findingsOf } from "@/data/problem";
import { counted, reviewBody } from "@/domain/review";
import { CommitMessage } from "@/features/diffs/CommitMessage";
import { FeedbackBox } from "@/features/diffs/FeedbackBox";
import type { Choice } from "@/features/diffs/useChoice";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
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

/** A message made of one choice. It is about no other. */
interface Made {
  words: string;
  of: string;
}

/** What becomes of the proposal: kept with a message, set aside, or sent back with words. */
export function DecisionBar({ diff, current, choice, decide }: Props) {
  const changes = useChangeWords();
  const [draft, setDraft] = useDraft(`message.${diff.id}`);
  const [typed, setTyped] = useState(draft || null);
  const [made, setMade] = useState<Made | null>(null);
  // False once one has left it, so that the focus comes back to where it began.
  const [asking, setAsking] = useState<boolean | null>(null);
  const { all, kept } = counted(diff.files, choice.aside);
  const review = reviewBody(diff.files, choice.aside);
  const whole = kept === all;
  const suggested = made?.of === JSON.stringify(review) ? made.words : whole ? diff.commit_message : "";
  const message = typed ?? suggested;
  const write = (said: string) => {
    setTyped(said === suggested ? null : said);
    setDraft(said === suggested ? "" : said);
  };
  const take = (words: string) => {
    setMade({ words, of: JSON.stringify(review) });
    setTyped(null);
    setDraft("");
  };
  const wide = useWide();
  const words = <CommitMessage diff={diff.id} review={whole ? null : review} value={message} onChange={write} onMade={take} />;
  const failed = decide.keep.error ?? decide.review.error;
  const busy = decide.keep.isPending || decide.review.isPending;
  const forget = () => {
    choice.forget();
    setDraft("");
  };
  const keep = () => {
    if (busy || kept === 0) return;
    decide.review.reset();
    decide.keep.mutate({ review, message }, { onSuccess: forget });
  };
  const setAside = (feedback: string) => {
    decide.keep.reset();
    setAsking(null);
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
                {decide.keep.isPending ? changes.keeping : whole ? changes.keepAll(all) : changes.keepSome(kept, all)}
              </Button>
            )}
            <Button ref={asking === false ? arrive : null} onClick={() => setAsking(true)}>{changes.sendBack}</Button>
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
  const changes = useChangeWords();
  return (
    <details>
      <summary className="w-fit cursor-pointer py-3 text-sm text-accent">{changes.message}</summary>
      {children}
    </details>
  );
}
