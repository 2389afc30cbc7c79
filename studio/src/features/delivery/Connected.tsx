import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type GitConnection, pullRequestQuery, useConnecting } from "@/data/git";
import { ConnectForm } from "@/features/delivery/ConnectForm";
import { GitFault } from "@/features/delivery/GitFault";
import { GitFacts } from "@/features/delivery/GitFacts";
import { PullRequest } from "@/features/delivery/PullRequest";
import { PullBack } from "@/features/delivery/PullBack";
import { PushForm } from "@/features/delivery/PushForm";
import { useGitWords } from "@/messages/git/useGitWords";
import { Button } from "@/ui/Button";
import { SureButton } from "@/ui/SureButton";

interface Props {
  app: App;
  connection: GitConnection;
  onDiff: (diff: string) => void;
}

/** How the app stands beside its repository, and what may be done with the two. */
export function Connected({ app, connection, onDiff }: Props) {
  const { own: words } = useGitWords();
  const { disconnect } = useConnecting(app.id);
  const [renewing, setRenewing] = useState(false);
  const number = connection.pull_request ?? null;
  const request = useQuery({ ...pullRequestQuery(useApi(), app.id, number ?? 0), enabled: number !== null });
  const goesOn = request.data?.state === "open" ? request.data.branch : "";
  return (
    <>
      <GitFacts app={app} connection={connection} />
      {number !== null && <PullRequest number={number} query={request} />}
      <PushForm app={app} connection={connection} goesOn={goesOn} />
      <PullBack app={app} onDiff={onDiff} />
      {renewing && <ConnectForm app={app} again={connection} onDone={() => setRenewing(false)} />}
      {disconnect.isError && <GitFault title={words.disconnectFailed} error={disconnect.error} />}
      <div className="flex flex-wrap gap-2">
        {!renewing && (
          <Button look="quiet" onClick={() => setRenewing(true)}>
            {words.anotherToken}
          </Button>
        )}
        <SureButton label={words.disconnect} question={words.disconnectSure} busy={disconnect.isPending} danger look="quiet" onSure={() => disconnect.mutate()} />
      </div>
    </>
  );
}
