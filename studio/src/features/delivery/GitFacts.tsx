import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type GitConnection, type GitStatus, gitStatusQuery } from "@/data/git";
import { GitFault } from "@/features/delivery/GitFault";
import { type GitWords } from "@/messages/git/en";
import { useGitWords } from "@/messages/git/useGitWords";
import { Button } from "@/ui/Button";
import { useAgo } from "@/ui/useAgo";

interface Props {
  app: App;
  connection: GitConnection;
}

/** The repository, what it has of the app, and what was pushed last. */
export function GitFacts({ app, connection }: Props) {
  const { state: words } = useGitWords();
  const ago = useAgo();
  const status = useQuery(gitStatusQuery(useApi(), app.id));
  const { url, last_push: last } = connection;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name={words.repository}>
          <a href={url.replace(/\.git$/, "")} target="_blank" rel="noopener noreferrer" className="text-accent underline [overflow-wrap:anywhere]">
            {url.replace(/^https:\/\/|\.git$/g, "")}
          </a>
        </Fact>
        {status.isSuccess && <Fact name={words.base}>{baseOf(status.data, words)}</Fact>}
        <Fact name={words.lastPush}>
          {last ? (
            <>
              <span className="font-mono text-xs [overflow-wrap:anywhere]">{last.branch}</span>, <time dateTime={last.at}>{ago(last.at)}</time>
            </>
          ) : (
            words.never
          )}
        </Fact>
        {connection.github_app ? <Fact name={words.app}>{connection.github_app}</Fact> : <Fact name={words.token}>{words.tokenEnd(connection.token_end)}</Fact>}
      </dl>
      <p role="status" className="text-sm text-muted">
        {status.isPending ? words.asking : status.isSuccess ? (status.data.unpushed ? words.unpushed(status.data.unpushed) : words.allThere) : ""}
      </p>
      {status.isError && <GitFault title={words.askFailed} error={status.error} action={<Button onClick={() => status.refetch()}>{words.again}</Button>} />}
    </>
  );
}

function baseOf({ empty, default_branch: base }: GitStatus, words: GitWords["state"]): string {
  return empty ? words.noBranch : (base ?? words.untold);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
