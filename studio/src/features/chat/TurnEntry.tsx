import { lazy, memo, Suspense } from "react";
import { ClosedTurn } from "@/features/chat/ClosedTurn";
import { PublishNote } from "@/features/chat/PublishNote";
import { RunTurn } from "@/features/chat/RunTurn";
import { TurnFrame } from "@/features/chat/TurnFrame";
import type { Spoken } from "@/run/turns";
import { useOpened } from "@/run/useOpened";

const AnswerAgain = lazy(async () => ({ default: (await import("@/features/chat/AnswerAgain")).AnswerAgain }));

interface Props {
  app: string;
  spoken: Spoken;
  newest: boolean;
  /** Which turn of its chat it is, and of how many. */
  place: number;
  of: number;
}

/** One turn. The newest shows its steps, also when it has ended, how to have another answer, and what is not online yet, whether that came of it or not; an older one its steps when asked to. */
export const TurnEntry = memo(function TurnEntry({ app, spoken, newest, place, of }: Props) {
  const { run, author, prompt, at, attachments, turn, live, status } = spoken;
  const [open, setOpen] = useOpened(run, newest || live);
  const waits = status === "planned" && !live;
  return (
    <TurnFrame author={author} prompt={prompt} at={at} attachments={attachments} place={place} of={of}>
      {turn && (waits || !(open || live)) ? (
        <ClosedTurn turn={turn} onOpen={() => setOpen(true)} />
      ) : (
        <RunTurn app={app} run={run} turn={turn} live={live} status={status} newest={newest} />
      )}
      <Suspense>{newest && !live && turn?.status === "completed" && <AnswerAgain turn={turn} />}</Suspense>
      {newest && !live && <PublishNote app={app} />}
    </TurnFrame>
  );
});
