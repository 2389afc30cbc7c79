import type { Turn } from "@/data/workspace";
import { FailureNote } from "@/features/chat/FailureNote";
import { Prose } from "@/features/chat/Prose";
import { outcome, Receipt } from "@/features/chat/Receipt";
import { useMessages } from "@/messages/useMessages";

/** A turn in short: the answer, what it did and cost. One that waits behind another has no steps yet. */
export function ClosedTurn({ turn, onOpen }: { turn: Turn; onOpen: () => void }) {
  const { chat } = useMessages();
  const waits = turn.status === "planned";
  return (
    <>
      {turn.summary && <Prose text={turn.summary} />}
      {turn.status === "failed" && <FailureNote code={turn.failure_code} />}
      <Receipt state={turn.status} usage={turn.usage} {...(waits ? {} : { outcome: outcome(turn) })}>
        {!waits && (
          <button type="button" onClick={onOpen} className="rounded-sm text-accent underline max-md:min-h-11">
            {chat.showSteps}
          </button>
        )}
      </Receipt>
    </>
  );
}
