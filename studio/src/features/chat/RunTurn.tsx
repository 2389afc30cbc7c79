import type { Turn } from "@/data/workspace";
import { useReread } from "@/data/useReread";
import type { ApiState } from "@/domain/status";
import { ApprovalCard } from "@/features/chat/ApprovalCard";
import { EntryLine } from "@/features/chat/EntryLine";
import { FailureNote } from "@/features/chat/FailureNote";
import { outcome, Receipt } from "@/features/chat/Receipt";
import { useMessages } from "@/messages/useMessages";
import { lines } from "@/run/lines";
import { useRun } from "@/run/useRun";
import type { Entry, RunView, ToolEntry } from "@/run/view";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  run: string;
  turn: Turn | null;
  live: boolean;
  status: string;
}

/** A turn with its steps, as its events come or came. */
export function RunTurn({ app, run, turn, live, status }: Props) {
  const { chat, stages } = useMessages();
  const { view, cut, resume } = useRun(app, run, status);
  useReread(app, { revisions: revisionsOf(view), behind: live && view.segment === "over" });
  const told = lines(view.entries);
  const over = turn && !live ? turn : null;
  const failed = (over?.status ?? view.done?.status) === "failed";
  return (
    <>
      {told.map((line) => (
        <EntryLine key={`${line.kind}-${line.id}`} entry={line} />
      ))}
      {cut && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-warn">
          {chat.lost} <Button onClick={resume}>{chat.reconnect}</Button>
        </p>
      )}
      {live && view.segment === "waits" && <ApprovalCard app={app} run={run} calls={view.entries.filter(waits)} onAnswered={resume} />}
      {failed && <FailureNote code={view.done?.failure_code ?? over?.failure_code ?? null} text={view.error} />}
      <Receipt
        state={over?.status ?? stateOf(view)}
        stage={stages[view.stage]}
        usage={over?.usage ?? view.usage}
        {...(over ? { outcome: outcome(view.done ?? over) } : {})}
      />
    </>
  );
}

function waits(entry: Entry): entry is ToolEntry {
  return entry.kind === "tool" && entry.state === "waiting";
}

function stateOf(view: RunView): ApiState {
  return view.done?.status ?? (view.segment === "over" ? "completed" : "running");
}

function revisionsOf(view: RunView): number {
  return view.entries.filter((entry) => entry.kind === "note" && entry.note.type === "revision").length;
}
