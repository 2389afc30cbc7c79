import { useState } from "react";
import type { App } from "@/data/apps";
import { type GitConnection, useGitOut } from "@/data/git";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/TextField";

interface Props {
  app: App;
  connection: GitConnection;
  /** The branch of the pull request that is open: another push there adds to it. */
  goesOn: string;
}

/** Pushes the draft, or offers it as a pull request too. */
export function PushForm({ app, connection, goesOn }: Props) {
  const { push: words } = useGitWords();
  const { push, offer } = useGitOut(app.id);
  const [typed, setTyped] = useState<string | null>(null);
  const branch = typed ?? goesOn;
  const busy = push.isPending || offer.isPending;
  const begin = (way: typeof push | typeof offer, other: typeof push | typeof offer) => {
    if (busy) return;
    other.reset();
    way.mutate(branch.trim());
  };
  return (
    <form
      aria-label={words.push}
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        begin(push, offer);
      }}
    >
      <TextField label={words.branch} hint={words.branchHint} value={branch} onChange={setTyped} placeholder={`chatbuilder/${app.slug}-…`} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" aria-disabled={busy}>
          {push.isPending ? words.pushing : words.push}
        </Button>
        {connection.forge && (
          <Button aria-disabled={busy} onClick={() => begin(offer, push)}>
            {offer.isPending ? words.offering : words.offer}
          </Button>
        )}
      </div>
      {!connection.forge && <p className="text-sm text-muted">{words.noForge}</p>}
      <p role="status" className="text-sm [overflow-wrap:anywhere] text-ok empty:hidden">
        {push.isSuccess && words.pushed(push.data.pushed_commits, push.data.branch)}
        {offer.isSuccess && words.opened(offer.data.number, offer.data.created)}
      </p>
      {push.isError && <GitFault title={words.failed} error={push.error} />}
      {offer.isError && <GitFault title={words.offerFailed} error={offer.error} />}
    </form>
  );
}
