import { lazy, Suspense, useRef, useState } from "react";
import { useReread } from "@/data/useReread";
import { type Turn, useIsDraft, useTakenBack, useWaits } from "@/data/workspace";
import type { ApiState } from "@/domain/status";
import { Assumed } from "@/features/chat/Assumed";
import { CallsLine } from "@/features/chat/CallsLine";
import { EndCard } from "@/features/chat/EndCard";
import { EntryLine } from "@/features/chat/EntryLine";
import { outcome, Receipt } from "@/features/chat/Receipt";
import { Spoken } from "@/features/chat/Spoken";
import { StageLine } from "@/features/chat/StageLine";
import { useMessages } from "@/messages/useMessages";
import { closingWords } from "@/run/closing";
import { doingOf, doingWord } from "@/run/doing";
import { lines } from "@/run/lines";
import { useRun } from "@/run/useRun";
import type { Entry, RunView } from "@/run/view";
import { Button } from "@/ui/Button";
import { Prose } from "@/ui/Prose";

const ChangedFiles = lazy(async () => ({ default: (await import("@/features/chat/ChangedFiles")).ChangedFiles }));
const TurnPlan = lazy(async () => ({ default: (await import("@/features/chat/TurnPlan")).TurnPlan }));
const MissingPackages = lazy(async () => ({ default: (await import("@/features/chat/MissingPackages")).MissingPackages }));
const ApprovalCard = lazy(async () => ({ default: (await import("@/features/chat/ApprovalCard")).ApprovalCard }));

interface Props {
  app: string;
  run: string;
  turn: Turn | null;
  live: boolean;
  status: string;
  newest: boolean;
}

/** A turn with its steps, as its events come or came. */
export function RunTurn({ app, run, turn, live, status, newest }: Props) {
  const messages = useMessages();
  const { chat, turn: words, states } = messages;
  const [seenLive] = useState(live);
  const { view, cut, resume } = useRun(app, run, status);
  useReread(app, { revisions: revisionsOf(view), behind: live && view.segment === "over" });
  const closing = closingWords(view);
  const receipt = useRef<HTMLElement>(null);
  const over = turn && !live ? turn : null;
  const waits = useWaits(app, view.done?.diff_id ?? over?.diff_id ?? null);
  const gone = useTakenBack(app, over?.revision_id ?? null);
  const latest = useIsDraft(app, over?.revision_id ?? null);
  const state = over?.status ?? stateOf(view);
  const usage = over?.usage ?? view.usage;
  const onAnswered = () => {
    receipt.current?.focus();
    resume();
  };
  return (
    <>
      {lines(view.entries).map((line) => (
        <EntryLine key={`${line.kind}-${line.id}`} entry={line} />
      ))}
      {closing && <Prose text={closing} />}
      {cut && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-warn">
          {chat.lost} <Button onClick={resume}>{chat.reconnect}</Button>
        </p>
      )}
      {live && view.segment === "waits" && (
        <Suspense>
          <ApprovalCard key={view.seq} app={app} run={run} approval={String(view.seq)} onAnswered={onAnswered} />
        </Suspense>
      )}
      {over && <Assumed assumed={over.assumptions ?? []} />}
      <Suspense>{over && view.entries.some(lacksPackage) && <MissingPackages run={run} entries={view.entries} />}</Suspense>
      {over && <EndCard turn={over} files={view.diff?.files.length ?? null} error={view.error} newest={newest} />}
      <Suspense>{over && view.diff && <ChangedFiles app={app} change={view.diff} revision={over.revision_id ?? null} newest={latest} />}</Suspense>
      <Suspense>{over && view.plan.length > 0 && <TurnPlan plan={view.plan} />}</Suspense>
      {state === "running" && <StageLine view={view} />}
      <Receipt ref={receipt} state={state} usage={usage} {...(over ? { outcome: outcome(view.done ?? over, { waits, gone }) } : {})}>
        <CallsLine app={app} run={run} calls={usage?.model_calls ?? 0} />
      </Receipt>
      {seenLive && <Spoken word={state === "running" ? doingWord(doingOf(view), messages) : state === "completed" ? words.ready : states[state]} />}
    </>
  );
}

const lacksPackage = (entry: Entry) => entry.kind === "tool" && entry.name === "add_dependency" && entry.state === "failed";

function stateOf(view: RunView): ApiState {
  return view.done?.status ?? (view.segment === "over" ? "completed" : "running");
}

function revisionsOf(view: RunView): number {
  return view.entries.filter((entry) => entry.kind === "note" && entry.note.type === "revision").length;
}
