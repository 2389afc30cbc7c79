import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { type Undo, undoQuery, useTimeTravel } from "@/data/revisions";
import type { Workspace } from "@/data/workspace";
import { FileLines } from "@/ui/FileLines";
import { titleOf } from "@/features/revisions/titleOf";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  onClose: () => void;
}

/** Takes the agent's latest change back, after showing what goes and what stays. */
export function UndoDialog({ workspace: { app, draft }, onClose }: Props) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const { undo } = useTimeTravel(app.id);
  // The feed may show the new draft before the dialog has closed: what comes after an undo is not asked for.
  const query = useQuery({ ...undoQuery(useApi(), app.id, draft.id), enabled: undo.isIdle || undo.isError });
  const nothing = codeOf(query.error) === "NOT_FOUND";
  const may = query.data?.applies && !undo.isPending;
  return (
    <Dialog title={history.undo} close={common.close} onClose={onClose}>
      {query.isPending && <Working label={common.loading} />}
      {nothing && <p>{history.nothingToUndo}</p>}
      {query.isError && !nothing && <Fault title={history.undoFailed} detail={detailOf(query.error)} />}
      {query.data && <Plan plan={query.data} />}
      {undo.isError && <Fault title={history.undoFailed} detail={detailOf(undo.error)} findings={findingsOf(undo.error)} />}
      {query.data?.applies && (
        <div className="flex flex-wrap gap-2">
          <Button look="main" pill aria-disabled={!may} onClick={() => may && undo.mutate(undefined, { onSuccess: onClose })}>
            {undo.isPending ? history.undoing : history.undoNow}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Plan({ plan }: { plan: Undo }) {
  const history = useHistoryWords();
  if (!plan.applies) return <Fault title={history.undoConflict} findings={plan.conflicts} />;
  return (
    <>
      <p>{history.undoes(titleOf(plan.undoes, history))}</p>
      <FileLines label={history.willChange} files={plan.files} />
      {plan.later.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">{history.stays}</p>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {plan.later.slice(0, 10).map((later) => (
              <li key={later.id} className="break-words">
                {titleOf(later, history)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p className="text-sm text-muted">{history.undoText}</p>
    </>
  );
}
