import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { callsQuery, type RunDetail } from "@/data/runs";
import { count, dollars } from "@/domain/amounts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Working } from "@/ui/Working";

/** What each call of a model used; asked for when it is opened. */
export function ModelCalls({ run }: { run: RunDetail }) {
  const { runs } = useWork();
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{runs.callsTitle}</summary>
      {open && <Calls run={run} />}
    </details>
  );
}

function Calls({ run }: { run: RunDetail }) {
  const { common, locale } = useMessages();
  const { runs } = useWork();
  const query = useQuery(callsQuery(useApi(), run.app_id, run.id, run.steps.length));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError && !query.data) {
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm text-bad">
        {runs.callsFailed} <Button onClick={() => query.refetch()}>{common.retry}</Button>
      </p>
    );
  }
  const calls = query.data.filter(({ role }) => role === "assistant").toReversed();
  return (
    <ol aria-label={runs.callsTitle} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
      {calls.map(({ id, agent, content, token_usage: used }) => (
        <li key={id} className="flex flex-col gap-1 px-3 py-2 text-sm [contain-intrinsic-size:auto_60px] [content-visibility:auto]">
          <span className="flex flex-wrap gap-x-4">
            <span className="font-semibold">{runs.agents[agent]}</span>
            {used && (
              <>
                <span className="text-muted">{used.model}</span>
                <span className="text-muted">{runs.callLine(count(used.total_tokens, locale))}</span>
                <span>{used.cost_usd == null ? runs.noPrice : dollars(used.cost_usd, locale)}</span>
              </>
            )}
          </span>
          {content && <span className="line-clamp-3 [overflow-wrap:anywhere] text-muted">{content}</span>}
        </li>
      ))}
    </ol>
  );
}
