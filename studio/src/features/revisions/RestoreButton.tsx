import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { detailOf, findingsOf } from "@/data/problem";
import type { Revision } from "@/data/revision";
import { comparisonQuery, useTimeTravel } from "@/data/revisions";
import { FileLines } from "@/ui/FileLines";
import { titleOf } from "@/features/revisions/titleOf";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  draft: string;
  revision: Revision;
  onRestored: () => void;
}

/** Brings a revision back, after showing what that changes in the draft. */
export function RestoreButton(props: Props) {
  const history = useHistoryWords();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="main" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {history.restore}
      </Button>
      {asking && <RestoreDialog {...props} onClose={() => setAsking(false)} />}
    </>
  );
}

function RestoreDialog({ app, draft, revision, onRestored, onClose }: Props & { onClose: () => void }) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const query = useQuery(comparisonQuery(useApi(), app, revision.id, draft));
  const { restore } = useTimeTravel(app);
  const same = query.data?.files.length === 0;
  const go = () => same || restore.isPending || restore.mutate(revision.id, { onSuccess: onRestored });
  return (
    <Dialog title={history.restoreTitle(titleOf(revision, history))} close={common.close} onClose={onClose}>
      <p>{history.restoreText}</p>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && <Fault title={history.compareFailed} detail={detailOf(query.error)} />}
      {query.data && (same ? <p>{history.equalNow}</p> : <FileLines label={history.willChange} files={query.data.files} />)}
      {restore.isError && <Fault title={history.restoreFailed} detail={detailOf(restore.error)} findings={findingsOf(restore.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button look="main" pill aria-disabled={same || restore.isPending} onClick={go}>
          {restore.isPending ? history.restoring : history.restore}
        </Button>
      </div>
    </Dialog>
  );
}
