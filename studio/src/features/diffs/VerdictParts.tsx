import type { Schemas } from "@/data/api";
import type { Diff } from "@/data/diffs";
import { placed } from "@/data/problem";
import type { ApiState } from "@/domain/status";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";

type Part = Schemas["VerdictPart"];

const PARTS = ["build", "types", "tests", "page", "acceptance"] as const;
const STATES: Record<Part["status"], ApiState> = { passed: "completed", failed: "failed", skipped: "skipped", unavailable: "skipped" };

/** What the checks found of exactly this proposal, part by part, and what a reviewer should know besides. */
export function VerdictParts({ diff }: { diff: Diff }) {
  const changes = useChangeWords();
  const { changes: shared } = useMessages();
  const { verdict, problems, evaluator_verdict: judged, evaluator_reasoning: reasoning } = diff;
  const told = PARTS.filter((name) => name !== "acceptance" || verdict?.acceptance.status !== "skipped");
  const parts = verdict ? told.map((name) => [name, verdict[name]] as const) : [];
  const found = parts.flatMap(([, part]) => (part.status === "failed" ? part.diagnostics : []));
  const lines = [...problems, ...found].map(placed);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ul aria-label={changes.checks} className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(([name, part]) => (
          <li key={name} className="inline-flex items-center gap-1.5" title={part.reason || undefined}>
            <StatusMark state={STATES[part.status]} iconOnly />
            {shared.parts[name]}
            {part.counts && <span className="text-muted">{changes.passed(part.counts.passed, part.counts.total)}</span>}
          </li>
        ))}
        {!verdict && <li className="text-muted">{changes.unchecked}</li>}
        {judged !== "none" && (
          <li className="inline-flex items-center gap-1.5" title={reasoning || undefined}>
            <StatusMark state={judged === "approved" ? "completed" : "failed"} iconOnly />
            {changes.evaluator}
          </li>
        )}
      </ul>
      {lines.length > 0 && (
        <details className="text-bad">
          <summary className="w-fit cursor-pointer max-md:py-3">{changes.problems(lines.length)}</summary>
          <ul className="mt-1 flex flex-col gap-1 font-mono text-xs [overflow-wrap:anywhere]">
            {lines.slice(0, 50).map((line, at) => (
              <li key={at}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
