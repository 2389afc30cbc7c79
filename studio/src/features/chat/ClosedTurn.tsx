import { type Turn, useTakenBack, useWaits } from "@/data/workspace";
import { Assumed } from "@/features/chat/Assumed";
import { EndCard } from "@/features/chat/EndCard";
import { outcome, Receipt } from "@/features/chat/Receipt";
import { useMessages } from "@/messages/useMessages";
import { Prose } from "@/ui/Prose";

/** A turn in short: the answer, what it did and cost. One that waits behind another has no steps yet. */
export function ClosedTurn({ turn, onOpen }: { turn: Turn; onOpen: () => void }) {
  const { chat } = useMessages();
  const proposed = useWaits(turn.app_id, turn.diff_id);
  const gone = useTakenBack(turn.app_id, turn.revision_id);
  // Of one that ended early the server says why, in its own words: behind the card that says so in the person's.
  const came = turn.status === "completed";
  const waits = turn.status === "planned";
  return (
    <>
      {turn.summary && came && <Prose text={turn.summary} />}
      <Assumed assumed={turn.assumptions ?? []} />
      <EndCard turn={turn} files={null} error={came ? null : turn.summary} newest={false} />
      <Receipt state={turn.status} usage={turn.usage} {...(waits ? {} : { outcome: outcome(turn, { waits: proposed, gone }) })}>
        {!waits && (
          <button type="button" onClick={onOpen} className="rounded-sm text-accent underline max-md:min-h-11">
            {chat.showSteps}
          </button>
        )}
      </Receipt>
    </>
  );
}
