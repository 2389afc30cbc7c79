import { memo, useState } from "react";
import { ClosedTurn } from "@/features/chat/ClosedTurn";
import { RunTurn } from "@/features/chat/RunTurn";
import { TurnFrame } from "@/features/chat/TurnFrame";
import type { Spoken } from "@/run/turns";

interface Props {
  app: string;
  spoken: Spoken;
  newest: boolean;
}

/** One turn. The newest shows its steps, also when it has ended; an older one when asked to. */
export const TurnEntry = memo(function TurnEntry({ app, spoken, newest }: Props) {
  const { run, prompt, at, turn, live, status } = spoken;
  const [open, setOpen] = useState(newest || live);
  const waits = status === "planned" && !live;
  return (
    <TurnFrame prompt={prompt} at={at}>
      {turn && (waits || !(open || live)) ? (
        <ClosedTurn turn={turn} onOpen={() => setOpen(true)} />
      ) : (
        <RunTurn app={app} run={run} turn={turn} live={live} status={status} />
      )}
    </TurnFrame>
  );
});
