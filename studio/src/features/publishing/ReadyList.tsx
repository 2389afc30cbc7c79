import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, LoaderCircle } from "lucide-react";
import { useApi } from "@/data/api";
import { placed } from "@/data/problem";
import { type Check, examinationQuery, readinessQuery } from "@/data/readiness";
import type { Workspace } from "@/data/workspace";
import { sortedChecks, type Todo } from "@/domain/ready";
import type { ReadyLeads } from "@/features/publishing/readyLeads";
import { ReadyCheck } from "@/features/publishing/ReadyCheck";
import { useReady } from "@/messages/ready/useReady";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props extends ReadyLeads {
  workspace: Workspace;
  /** Opens the values of the app, with a row for each of these names. */
  onValues: (names: readonly string[]) => void;
}

/** What visitors would meet: what keeps the draft back, what one should know, each with one thing to do, or that all is well. */
export function ReadyList({ workspace: { app, draft }, onAsk, onOpen, onValues }: Props) {
  const words = useReady();
  const { common } = useMessages();
  const api = useApi();
  const { data, isError, refetch } = useQuery(readinessQuery(api, app.id));
  useQuery({ ...examinationQuery(api, useQueryClient(), app.id, draft.id), enabled: draft.build_status === "succeeded" });
  if (isError) return <Fault title={words.loadFailed} action={<Button onClick={() => refetch()}>{common.retry}</Button>} />;
  if (!data) return <Working label={words.loading} />;
  const { blocking, advisory, pending, unknown } = sortedChecks(data.checks);
  const names = (checks: readonly Check[]) => checks.map(({ key }) => words.names[key]).join(", ");
  const todo = (check: Check) => (what: Todo) => {
    const { key, diagnostics = [] } = check;
    if (what.do === "value") onValues(what.names);
    else if (what.do === "ask") onAsk(words.checks[key].ask, { label: words.quoted(words.names[key]), detail: diagnostics.map(placed).join("\n") });
    else onOpen(what.do === "code" ? { tab: "code", file: what.file, ...(what.line ? { line: what.line } : {}) } : { tab: what.do });
  };
  const list = (title: string, checks: readonly Check[], tone: string) =>
    checks.length > 0 && (
      <div className="flex flex-col gap-2">
        <h3 className={`font-sans text-sm font-semibold ${tone}`}>{title}</h3>
        <ul aria-label={title} className="flex flex-col gap-2">
          {checks.map((check) => (
            <ReadyCheck key={check.key} check={check} onTodo={todo(check)} />
          ))}
        </ul>
      </div>
    );
  const well = blocking.length + advisory.length === 0;
  const ready = data.ready && pending.length === 0;
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 text-sm">
      {list(words.blocking, blocking, "text-bad")}
      {list(words.advisory, advisory, "text-warn")}
      <div role="status" className="flex flex-col gap-1">
        {well && (
          <p className="flex items-start gap-2 text-ok">
            <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
            {ready ? words.ready : words.readyPart}
          </p>
        )}
        {pending.length > 0 && (
          <p className="flex items-start gap-2 text-muted">
            <LoaderCircle aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 animate-spin text-accent" />
            {words.pending(names(pending))}
          </p>
        )}
        {unknown.length > 0 && <p className="text-muted">{words.unknown(names(unknown))}</p>}
      </div>
    </section>
  );
}
