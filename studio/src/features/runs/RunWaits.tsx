import { Hand } from "lucide-react";
import type { ReactNode } from "react";
import { detailOf } from "@/data/problem";
import { type RunDetail, type Step, useRunWords, type Word } from "@/data/runs";
import { waitingFor } from "@/domain/waiting";
import { StepWords } from "@/features/runs/StepWords";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { answerDraft, gone, useDraft } from "@/run/useDraft";
import { AlignmentBadge } from "@/ui/AlignmentBadge";
import { AskedFiles } from "@/ui/AskedFiles";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { ShortDiff } from "@/ui/ShortDiff";
import { WordsField } from "@/ui/WordsField";

/** What a run waits for, whole, and a person's answers: to one step, or to all of them. */
export function RunWaits({ run }: { run: RunDetail }) {
  const { runs } = useWork();
  const { turn } = useMessages();
  const { answer } = useRunWords(run.app_id, run.id);
  const [why, setWhy] = useDraft(answerDraft(run.id));
  const planned = run.status === "planned" && run.awaits_start === true;
  const waiting = run.steps.filter(({ id }) => run.waiting_steps.includes(id));
  if (!planned && run.status !== "awaiting_approval") return null;
  if (planned && run.role === "manager") return <p role="status">{runs.writesSteps}</p>;
  const several = waiting.length > 1;
  const say = (word: Word) =>
    answer.isPending || answer.mutate({ ...word, ...(why.trim() ? { feedback: why.trim() } : {}) }, { onSuccess: () => setWhy(gone(why)) });
  return (
    <section aria-label={runs.waits} className="flex flex-col gap-3 rounded-md border border-edge bg-warn-soft p-4">
      <h3 className="flex items-center gap-2 font-semibold text-warn">
        <Hand aria-hidden size={16} strokeWidth={1.75} />
        {planned ? runs.waitsStart : runs.waitsTitle(waiting.length)}
      </h3>
      <AskedFiles steps={waiting} />
      {!several && waiting.map((step) => <Waiting key={step.id} step={step} />)}
      {!planned && <WordsField label={runs.why} value={why} onChange={(words) => setWhy(words.slice(0, 4000))} />}
      <div className="flex flex-wrap gap-2">
        <Button look="main" aria-disabled={answer.isPending} onClick={() => say({ approval: "approve" })}>
          {planned ? runs.start : several ? turn.allowAll : runs.allow}
        </Button>
        {!planned && (
          <Button aria-disabled={answer.isPending} onClick={() => say({ approval: "skip" })}>
            {several ? turn.skipAll : runs.skip}
          </Button>
        )}
        <Button look="quiet" aria-disabled={answer.isPending} onClick={() => say({ approval: "abort" })}>
          {runs.stop}
        </Button>
      </div>
      {answer.isError && <Fault title={runs.answerFailed} detail={detailOf(answer.error)} />}
      {several &&
        waiting.map((step) => (
          <Waiting key={step.id} step={step}>
            <Button aria-disabled={answer.isPending} onClick={() => say({ approval: "approve", step_id: step.id })}>
              {runs.allow}
            </Button>
            <Button look="quiet" aria-disabled={answer.isPending} onClick={() => say({ approval: "skip", step_id: step.id })}>
              {runs.skip}
            </Button>
          </Waiting>
        ))}
    </section>
  );
}

/** One of them; `children`: its own answers, where it has some. */
function Waiting({ step, children }: { step: Step; children?: ReactNode }) {
  const { runs } = useWork();
  const waiting = waitingFor(step);
  return (
    <div role="group" aria-label={step.summary} className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <p className="font-mono text-xs font-semibold [overflow-wrap:anywhere]">{step.summary}</p>
      <AlignmentBadge alignment={step.alignment} />
      {step.request && (
        <p className="text-sm">
          {runs.asks(step.request.method, step.request.host)}. {step.request.concerns.map((concern) => runs.concerns[concern]).join(" ")}
        </p>
      )}
      <StepWords label={runs.arguments} text={step.request ? [step.request.url, step.request.body].filter(Boolean).join("\n\n") : step.arguments} json />
      {"files" in waiting && <ShortDiff files={waiting.files} />}
      {waiting.kind === "question" && <p className="[overflow-wrap:anywhere] whitespace-pre-line">{[waiting.asked.question, ...waiting.asked.findings, waiting.asked.why].filter(Boolean).join("\n")}</p>}
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
