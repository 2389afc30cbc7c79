import type { Step } from "@/data/runs";
import { waitingFor } from "@/domain/waiting";
import { AlignmentBadge } from "@/ui/AlignmentBadge";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { ShortDiff } from "@/ui/ShortDiff";

/** One thing that a run wants to do: the lines it would change, the command, the host. */
export function AskedStep({ step }: { step: Step }) {
  const words = useAutopilotWords();
  const waiting = waitingFor(step);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AlignmentBadge alignment={step.alignment} />
      {"files" in waiting && <ShortDiff files={waiting.files} />}
      {waiting.kind === "command" && (
        <p>
          {words.runsCommand} <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono text-xs [overflow-wrap:anywhere]">{waiting.command}</code>
        </p>
      )}
      {waiting.kind === "request" && <p>{words.asksHost(step.request?.host ?? "")}</p>}
      {waiting.kind === "question" && <p className="[overflow-wrap:anywhere]">{waiting.asked.question}</p>}
      {waiting.kind === "other" && <p className="font-mono text-xs [overflow-wrap:anywhere]">{step.summary}</p>}
    </div>
  );
}
