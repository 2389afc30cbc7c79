import type { UseQueryResult } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleSlash, type LucideIcon, OctagonX } from "lucide-react";
import type { PullRequestState } from "@/data/git";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";
import { Working } from "@/ui/Working";

type Check = NonNullable<PullRequestState["checks"]>[number];
const LOOKS: Record<Check["state"], readonly [LucideIcon, string]> = {
  running: [CircleDashed, "text-accent"],
  passed: [CircleCheck, "text-ok"],
  failed: [OctagonX, "text-bad"],
  skipped: [CircleSlash, "text-muted"],
};
const SHOWN = 12;

interface Props {
  number: number;
  query: UseQueryResult<PullRequestState>;
}

/** The pull request as its forge has it, and what was checked there. */
export function PullRequest({ number, query }: Props) {
  const { request: words, state } = useGitWords();
  const { common } = useMessages();
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) return <GitFault title={words.failed} error={query.error} action={<Button onClick={() => query.refetch()}>{state.again}</Button>} />;
  const { url, title, state: stands, branch, base, checks } = query.data;
  return (
    <section aria-label={words.title(number)} className="flex flex-col gap-2 rounded-md border border-line p-3 text-sm">
      <h4 className="flex flex-wrap items-baseline gap-x-3">
        <a href={url} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-11 items-center font-semibold text-accent underline">
          {words.title(number)}
        </a>
        <span className="font-semibold">{words.states[stands]}</span>
      </h4>
      <p className="[overflow-wrap:anywhere]">{title}</p>
      <p className="text-muted [overflow-wrap:anywhere]">{words.into(branch, base)}</p>
      <Checks checks={checks ?? null} />
    </section>
  );
}

function Checks({ checks }: { checks: readonly Check[] | null }) {
  const { request: words } = useGitWords();
  if (!checks) return <p className="text-muted">{words.hidden}</p>;
  if (checks.length === 0) return <p className="text-muted">{words.noChecks}</p>;
  return (
    <ul aria-label={words.checks} className="flex flex-col gap-1">
      {checks.slice(0, SHOWN).map((check, at) => (
        <CheckLine key={at} check={check} />
      ))}
      {checks.length > SHOWN && <li className="text-muted">{words.more(checks.length - SHOWN)}</li>}
    </ul>
  );
}

function CheckLine({ check: { name, state, url } }: { check: Check }) {
  const { request: words } = useGitWords();
  const [Icon, tone] = LOOKS[state];
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden size={16} strokeWidth={1.75} className={classes("mt-0.5 shrink-0", tone)} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {url ? (
          <a href={url} target="_blank" rel="noopener noreferrer" className="text-accent underline">
            {name}
          </a>
        ) : (
          name
        )}
        : {words.check[state]}
      </span>
    </li>
  );
}
