import { Link } from "@tanstack/react-router";
import { Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import type { Schemas } from "@/data/api";
import { detailOf, findingsOf } from "@/data/problem";
import { useTimeTravel } from "@/data/revisions";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Counts } from "@/ui/FileCard";
import { Fault } from "@/ui/Fault";
import { IconButton } from "@/ui/IconButton";

interface Props {
  app: string;
  file: Schemas["ChangedFile"];
  /** The revision in which it was as before; null where it cannot be taken back from here. */
  base: string | null;
}

/** One file of a turn: opened in the code, or brought back to what it was before, after a second word. */
export function ChangedFile({ app, file: { path, status, additions, deletions }, base }: Props) {
  const { turn, changes } = useMessages();
  const [asks, setAsks] = useState(false);
  const opener = useRef<HTMLSpanElement>(null);
  const { revertFile } = useTimeTravel(app);
  const leave = () => {
    setAsks(false);
    opener.current?.querySelector("button")?.focus();
  };
  return (
    <li className="flex flex-col gap-1">
      <span ref={opener} className="flex min-h-8 items-center gap-3 max-md:min-h-11">
        {status === "deleted" ? (
          <span className="min-w-0 grow truncate font-mono text-xs text-muted line-through" title={path}>
            {path}
          </span>
        ) : (
          <Link to="/apps/$app" params={{ app }} search={{ tab: "code", file: path }} title={turn.openFile(path)} className="min-w-0 grow truncate font-mono text-xs hover:underline max-md:py-3.5">
            {path}
          </Link>
        )}
        {status !== "modified" && <span className="shrink-0 text-xs text-muted">{changes.fileStatus[status]}</span>}
        <Counts file={{ additions, deletions }} />
        {base && status !== "renamed" && (
          <IconButton label={turn.takeBack(path)} className="size-8 shrink-0" aria-expanded={asks} onClick={() => setAsks(!asks)}>
            <Undo2 aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        )}
      </span>
      {asks && base && !revertFile.isSuccess && (
        <div role="alertdialog" aria-label={turn.takeBack(path)} className="flex flex-col gap-2 rounded-md bg-warn-soft p-3">
          <p className="[overflow-wrap:anywhere]">{turn.takeBackSure(path)}</p>
          <Sure busy={revertFile.isPending} onCancel={leave} onSure={() => revertFile.mutate({ path, revision_id: base })} />
        </div>
      )}
      {revertFile.isSuccess && (
        <p role="status" className="[overflow-wrap:anywhere] text-ok">
          {turn.takenBack(path)}
        </p>
      )}
      {revertFile.isError && <Fault title={turn.takeBackFailed} detail={detailOf(revertFile.error)} findings={findingsOf(revertFile.error)} />}
    </li>
  );
}

function Sure({ busy, onCancel, onSure }: { busy: boolean; onCancel: () => void; onSure: () => void }) {
  const { turn, common } = useMessages();
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={(button) => button?.focus()} onClick={onCancel}>
        {common.cancel}
      </Button>
      <Button look="main" aria-disabled={busy} onClick={() => busy || onSure()}>
        {turn.takeBackDo}
      </Button>
    </div>
  );
}
