import type { WaitingStep as Step } from "@/data/turns";
import { commandWords } from "@/domain/command";
import { type Waiting, waitingFor } from "@/domain/waiting";
import { OutgoingRequest } from "@/features/chat/OutgoingRequest";
import { type Messages, useMessages } from "@/messages/useMessages";
import { AlignmentBadge } from "@/ui/AlignmentBadge";
import { Button } from "@/ui/Button";
import { CutText } from "@/ui/CutText";
import { ShortDiff } from "@/ui/ShortDiff";

interface Props {
  step: Step;
  busy: boolean;
  /** Where several wait each has an answer of its own; null where the card's answer is this one's. */
  onAnswer: ((word: "approve" | "skip") => void) | null;
}

/** One thing that waits for a person: all of what it would do. */
export function WaitingStep({ step, busy, onAnswer }: Props) {
  const words = useMessages();
  const waiting = waitingFor(step);
  const title = titleOf(words, waiting, step.tool);
  return (
    <li className="min-w-0 rounded-md border border-line bg-surface">
      <div data-step tabIndex={-1} aria-label={title} role="group" className="flex min-w-0 flex-col gap-2 rounded-md p-3 text-sm">
        <p className="font-semibold">{title}</p>
        <AlignmentBadge alignment={step.alignment} />
        <What step={step} waiting={waiting} />
        {onAnswer && (
          <div className="flex flex-wrap gap-2">
            <Button aria-disabled={busy} onClick={() => onAnswer("approve")} aria-label={`${words.chat.allow}: ${title}`}>
              {words.chat.allow}
            </Button>
            <Button look="quiet" aria-disabled={busy} onClick={() => onAnswer("skip")} aria-label={`${words.chat.skip}: ${title}`}>
              {words.chat.skip}
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}

function titleOf({ turn, toolsNow }: Messages, waiting: Waiting, tool: string): string {
  switch (waiting.kind) {
    case "command":
      return turn.command;
    case "deletes":
      return turn.deletes(waiting.files.length);
    case "writes":
      return turn.writes;
    case "request":
      return turn.asks;
    case "question":
      return turn.question;
    case "other":
      return `${turn.other}: ${Object.hasOwn(toolsNow, tool) ? toolsNow[tool as keyof typeof toolsNow] : tool.replaceAll("_", " ")}`;
  }
}

function What({ step, waiting }: { step: Step; waiting: Waiting }) {
  const { turn } = useMessages();
  switch (waiting.kind) {
    case "command":
      return (
        <p className="flex flex-wrap gap-1 font-mono text-xs">
          {commandWords(waiting.command).map((word, at) => (
            <code key={at} className="rounded-sm bg-sunken px-1.5 py-0.5 [overflow-wrap:anywhere] whitespace-pre-wrap">
              {word}
            </code>
          ))}
        </p>
      );
    case "writes":
    case "deletes":
      return <ShortDiff files={waiting.files} />;
    case "request":
      return step.request ? <OutgoingRequest request={step.request} /> : null;
    case "question":
      return <Question {...waiting.asked} />;
    case "other":
      return <CutText label={turn.arguments} text={waiting.text} />;
  }
}

function Question({ question, why, findings }: Extract<Waiting, { kind: "question" }>["asked"]) {
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{question}</p>
      {findings.length > 0 && (
        <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto font-mono text-xs [overflow-wrap:anywhere]">
          {findings.slice(0, 20).map((finding, at) => (
            <li key={at}>{finding}</li>
          ))}
        </ul>
      )}
      {why && <p className="text-xs [overflow-wrap:anywhere] text-muted">{why}</p>}
    </>
  );
}
