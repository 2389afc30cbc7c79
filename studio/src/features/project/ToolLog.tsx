import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { type ToolCall, toolLogQuery } from "@/data/project";
import { lasted } from "@/domain/amounts";
import { subject } from "@/domain/tools";
import { Titled } from "@/features/project/PartSection";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { StatusMark } from "@/ui/StatusMark";
import { Working } from "@/ui/Working";
import { useAgo } from "@/ui/useAgo";

interface Props {
  app: string;
  onRun: (run: string) => void;
}

/** Every tool call of every run, asked for when it is wanted, page by page. */
export function ToolLog({ app, onRun }: Props) {
  const { project } = useWork();
  const [open, setOpen] = useState(false);
  return (
    <Titled title={project.log} text={project.logText} action={<Button aria-expanded={open} onClick={() => setOpen(!open)}>{open ? project.hideLog : project.showLog}</Button>}>
      {open && <Calls app={app} onRun={onRun} />}
    </Titled>
  );
}

function Calls({ app, onRun }: Props) {
  const { common } = useMessages();
  const { project } = useWork();
  const query = useInfiniteQuery(toolLogQuery(useApi(), app));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError && !query.data) return <Fault title={project.logFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const calls = query.data.pages.flatMap((page) => page.items);
  if (calls.length === 0) return <p className="text-muted">{project.noLog}</p>;
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={project.log} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {calls.map((call) => (
          <li key={`${call.run_id}.${call.call_id}`} className="px-3 [contain-intrinsic-size:auto_44px] [content-visibility:auto]">
            <CallLine call={call} onRun={onRun} />
          </li>
        ))}
      </ol>
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}

function CallLine({ call, onRun }: { call: ToolCall; onRun: Props["onRun"] }) {
  const { tools, locale } = useMessages();
  const ago = useAgo();
  const { project } = useWork();
  const [open, setOpen] = useState(false);
  const known: Record<string, string> = tools;
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 py-1.5 text-sm marker:content-none">
        <StatusMark state={call.status} iconOnly />
        <span className="min-w-0 grow basis-40 [overflow-wrap:anywhere]">
          {known[call.tool] ?? call.tool} <span className="font-mono text-xs">{about(call)}</span>
        </span>
        <span className="shrink-0 text-muted">{lasted(call.duration_ms, locale)}</span>
        <span className="shrink-0 text-muted">{ago(call.at)}</span>
      </summary>
      {open && (
        <div className="flex flex-col items-start gap-2 pb-3">
          {[call.arguments, call.output].filter(Boolean).map((text, at) => (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
            <pre key={at} role="group" tabIndex={0} aria-label={at === 0 ? project.asked : project.answered} className="max-h-60 w-full overflow-auto rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
              {text}
            </pre>
          ))}
          <Button look="quiet" onClick={() => onRun(call.run_id)}>
            {project.seeRun}
          </Button>
        </div>
      )}
    </details>
  );
}

function about({ arguments: given, changed_paths: paths }: ToolCall): string {
  try {
    return subject(JSON.parse(given)) || paths.join(", ");
  } catch {
    return paths.join(", ");
  }
}
