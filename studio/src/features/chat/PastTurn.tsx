import { memo } from "react";
import type { Turn } from "@/data/workspace";
import { Receipt } from "@/features/chat/Receipt";
import { Prose } from "@/features/chat/Prose";
import { TurnFrame } from "@/features/chat/TurnFrame";

/** A turn that has ended: the answer, and what it did and cost. */
export const PastTurn = memo(function PastTurn({ turn }: { turn: Turn }) {
  return (
    <TurnFrame prompt={turn.prompt} at={turn.created_at}>
      {turn.summary && <Prose text={turn.summary} />}
      <Receipt state={turn.status} usage={turn.usage} outcome={outcome(turn)} />
    </TurnFrame>
  );
});

function outcome(turn: Turn): "kept" | "proposal" | "nothing" {
  if (turn.revision_id) return "kept";
  return turn.diff_id ? "proposal" : "nothing";
}
