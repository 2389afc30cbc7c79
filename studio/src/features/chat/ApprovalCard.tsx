import { useQuery } from "@tanstack/react-query";
import { Hand } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { useOtherAtWork } from "@/data/workspace";
import { useAdvance, waitingOf, waitingQuery } from "@/data/turns";
import { waitingFor } from "@/domain/waiting";
import { WaitingStep } from "@/features/chat/WaitingStep";
import { useMessages } from "@/messages/useMessages";
import { answerDraft, gone, useDraft } from "@/run/useDraft";
import { AskedFiles } from "@/ui/AskedFiles";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { WordsField } from "@/ui/WordsField";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  run: string;
  /** Names this wait; a run may wait again later. */
  approval: string;
  /** Every step is decided: the run goes on. */
  onAnswered: () => void;
}

type Word = "approve" | "skip" | "abort";

/** What a run wants to do and waits with, whole, and a person's answers to it: to each, or to all, with words to go with them. */
export function ApprovalCard({ app, run, approval, onAnswered }: Props) {
  const { chat, turn, common } = useMessages();
  const query = useQuery(waitingQuery(useApi(), app, run, approval));
  const answer = useAdvance(app, run);
  const other = useOtherAtWork(app, run);
  const [words, setWords] = useDraft(answerDraft(run));
  const [always, setAlways] = useState(false);
  const heading = useId();
  const card = useRef<HTMLElement>(null);
  const answered = useRef(false);
  const steps = query.data ? waitingOf(query.data) : [];
  const only = steps.length === 1 ? steps[0] : undefined;
  const said = only ? waitingFor(only) : null;
  const question = said?.kind === "question" ? said.asked : null;
  useEffect(() => {
    if (answered.current && steps.length > 0) card.current?.querySelector<HTMLElement>("[data-step]")?.focus();
    answered.current = false;
  }, [steps.length]);
  const say = (approval: Word, step?: string) => {
    if (answer.isPending) return;
    const last = step === undefined || steps.length <= 1 || approval === "abort";
    answered.current = true;
    // The promise, since the card may be gone before the answer is through: the run has gone on by then.
    answer.mutateAsync({ approval, feedback: words.trim() || null, step_id: step ?? null, allow_host: approval === "approve" && always }).then(
      () => {
        setWords(gone(words));
        if (last) onAnswered();
      },
      () => {
        answered.current = false;
      },
    );
  };
  const allow = question ? turn.keepIt : only ? chat.allow : turn.allowAll;
  const skip = question ? (question.mayGoOn ? turn.goOnTrying : turn.stopHere) : only ? chat.skip : turn.skipAll;
  return (
    <section ref={card} aria-labelledby={heading} className="flex min-w-0 flex-col gap-3 rounded-md border border-edge bg-warn-soft p-4 max-md:p-3">
      <h2 id={heading} className="flex items-center gap-2 font-sans text-base font-semibold text-warn">
        <Hand aria-hidden size={16} strokeWidth={1.75} />
        {chat.approval}
      </h2>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && <Fault title={turn.stepsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      <AskedFiles steps={steps} />
      <ul className="flex min-w-0 flex-col gap-3">
        {steps.map((step) => (
          <WaitingStep key={step.id} step={step} busy={answer.isPending} onAnswer={only ? null : (word) => say(word, step.id)} />
        ))}
      </ul>
      {steps.some((step) => step.request?.concerns.includes("host_not_allowed")) && (
        <label className="flex min-h-8 items-center gap-2 text-sm max-md:min-h-11">
          <input type="checkbox" checked={always} onChange={(event) => setAlways(event.target.checked)} className="size-4 accent-accent" />
          {turn.mayAlways}
        </label>
      )}
      {steps.length > 0 && <WordsField label={turn.words} value={words} onChange={setWords} />}
      {other && <p role="status">{turn.otherAtWork}</p>}
      <div className="flex flex-wrap gap-2">
        <Button look="main" aria-disabled={answer.isPending || steps.length === 0} onClick={() => steps.length > 0 && say("approve", only?.id)}>
          {allow}
        </Button>
        <Button aria-disabled={answer.isPending || steps.length === 0} onClick={() => steps.length > 0 && say("skip", only?.id)}>
          {skip}
        </Button>
        <Button look="quiet" aria-disabled={answer.isPending} onClick={() => say("abort")}>
          {chat.stopRun}
        </Button>
      </div>
      {answer.isError && <Fault title={chat.answerFailed} detail={detailOf(answer.error)} />}
    </section>
  );
}
