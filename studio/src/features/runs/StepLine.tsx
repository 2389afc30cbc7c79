import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { memo, useState } from "react";
import { useApi } from "@/data/api";
import { type Step, stepDiffQuery } from "@/data/runs";
import { lasted } from "@/domain/amounts";
import { subject } from "@/domain/tools";
import { StepWords } from "@/features/runs/StepWords";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { AlignmentBadge } from "@/ui/AlignmentBadge";
import { Button } from "@/ui/Button";
import { ComparedFile } from "@/ui/ComparedFile";
import { StatusMark } from "@/ui/StatusMark";
import { Working } from "@/ui/Working";

/** What took less is not worth a figure. */
const SEEN_MS = 50;
const DONE: ReadonlySet<Step["status"]> = new Set(["completed", "failed"]);

/** One step: how it ended, what it was about and how long it took; opened, all of it. */
export const StepLine = memo(function StepLine({ run, step }: { run: string; step: Step }) {
  const { tools, toolsNow, locale } = useMessages();
  const { runs } = useWork();
  const [open, setOpen] = useState(false);
  // What has not been done is not told as if it had been.
  const refused = step.tool === "finish" && step.status === "failed" ? `${tools.finish_refused}. ${step.output.split("\n", 1)[0]}` : null;
  const known: Record<string, string> = DONE.has(step.status) ? tools : toolsNow;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 gap-y-0.5 py-1.5 text-sm marker:content-none">
        <ChevronRight aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted group-open:rotate-90" />
        <StatusMark state={step.status} iconOnly />
        <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">
          {refused ?? known[step.tool] ?? step.tool} <span className="font-mono text-xs">{about(step)}</span>
        </span>
        <AlignmentBadge alignment={step.alignment} brief />
        {step.changed_paths.length > 0 && <span className="shrink-0 text-muted">{runs.changedFiles(step.changed_paths.length)}</span>}
        {step.actor !== "code_worker" && <span className="shrink-0 text-muted">{runs.by[step.actor]}</span>}
        {step.duration_ms >= SEEN_MS && <span className="shrink-0 text-right text-muted">{lasted(step.duration_ms, locale)}</span>}
      </summary>
      {open && (
        <div className="flex flex-col gap-1 pb-3 pl-7 max-md:pl-0">
          <AlignmentBadge alignment={step.alignment} />
          <StepWords label={runs.arguments} text={step.arguments} json />
          <StepWords label={runs.output} text={step.output} open={step.changed_paths.length === 0} />
          {step.changed_paths.length > 0 && <Change run={run} step={step} />}
        </div>
      )}
    </details>
  );
});

function Change({ run, step }: { run: string; step: Step }) {
  const { common } = useMessages();
  const { runs } = useWork();
  const query = useQuery(stepDiffQuery(useApi(), run, step.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-bad">
        {runs.changeFailed} <Button onClick={() => query.refetch()}>{common.retry}</Button>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      {query.data.files.length === 0 && <p className="text-sm text-muted">{runs.noChange}</p>}
      {query.data.files.map((file) => (
        <ComparedFile key={file.path} file={file} />
      ))}
      {query.data.truncated && <p className="text-sm text-muted">{runs.changeCut}</p>}
    </div>
  );
}

/** What it was called for, as far as its arguments can still be read. */
function about({ arguments: given, changed_paths: paths }: Step): string {
  try {
    return subject(JSON.parse(given)) || paths.join(", ");
  } catch {
    return paths.join(", ");
  }
}
