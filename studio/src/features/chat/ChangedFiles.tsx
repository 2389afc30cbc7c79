import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Schemas } from "@/data/api";
import { useWaits } from "@/data/workspace";
import { ChangedFile } from "@/features/chat/ChangedFile";
import { TurnExplanation } from "@/features/chat/TurnExplanation";
import { useMessages } from "@/messages/useMessages";
import { Counts } from "@/ui/FileCard";

const Contacts = lazy(async () => ({ default: (await import("@/features/chat/Contacts")).Contacts }));

/** Few are all shown; of many only a taste, so that the answer above them stays in sight. */
const [FEW, FIRST] = [6, 3];
const LINK = "inline-flex min-h-8 items-center font-semibold text-accent underline max-md:min-h-11";

interface Props {
  app: string;
  change: Schemas["DiffData"];
  /** What it was kept as. */
  revision: string | null;
  /** Whether an undo would begin with it. */
  newest: boolean;
}

/** What a finished turn changed, file by file, and where one goes on with it. */
export function ChangedFiles({ app, change, revision, newest }: Props) {
  const { chat, turn } = useMessages();
  const [all, setAll] = useState(false);
  const { files, diff_id: diff, base_revision_id: base, contacts = [] } = change;
  if (files.length === 0) return null;
  const sum = (name: "additions" | "deletions") => files.reduce((total, file) => total + file[name], 0);
  return (
    <div role="group" aria-label={chat.changed} className="rounded-md border border-line bg-page p-3 text-sm">
      <p className="flex items-baseline justify-between gap-3 font-semibold">
        {chat.changedFiles(files.length)}
        <Counts file={{ additions: sum("additions"), deletions: sum("deletions") }} />
      </p>
      <ul className="mt-1">
        {files.slice(0, all || files.length <= FEW ? 400 : FIRST).map((file) => (
          <ChangedFile key={file.path} app={app} file={file} base={revision && newest ? base : null} />
        ))}
      </ul>
      {files.length > FEW && !all && (
        <button type="button" className={LINK} onClick={() => setAll(true)}>
          {turn.showFiles(files.length - FIRST)}
        </button>
      )}
      <Suspense>{contacts.length > 0 && <Contacts hosts={contacts} />}</Suspense>
      <p className="mt-1 flex flex-wrap gap-x-5">
        {diff && <ProposalLink app={app} diff={diff} />}
        {revision && (
          <Link to="/apps/$app" params={{ app }} search={{ tab: "history", revision }} className={LINK}>
            {chat.seeChange}
          </Link>
        )}
        {revision && newest && (
          <Link to="/apps/$app" params={{ app }} search={{ tab: "history", undo: true }} className={LINK}>
            {chat.undo}
          </Link>
        )}
      </p>
      {(revision || diff) && <TurnExplanation app={app} about={revision ? { revision_id: revision } : { diff_id: diff }} />}
    </div>
  );
}

/** Where a proposal is reviewed, or what became of it is seen. */
function ProposalLink({ app, diff }: { app: string; diff: string }) {
  const { chat } = useMessages();
  const waits = useWaits(app, diff);
  return (
    <Link to="/apps/$app" params={{ app }} search={{ tab: "changes", diff }} className={LINK}>
      {waits ? chat.review : chat.seeProposal}
    </Link>
  );
}
