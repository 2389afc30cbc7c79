import { detailOf, findingsOf } from "@/data/problem";
import { useTimeTravel } from "@/data/revisions";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

interface Props {
  app: string;
  revision: string;
  path: string;
}

/** Brings one file back as it is in this revision. All other files stay as they are in the draft. */
export function RevertFile({ app, revision, path }: Props) {
  const history = useHistoryWords();
  const { revertFile } = useTimeTravel(app);
  return (
    <div className="flex flex-col gap-2 border-t border-line p-2">
      {revertFile.isSuccess ? (
        <p role="status" className="p-2 text-sm font-semibold text-ok">
          {history.reverted}
        </p>
      ) : (
        <SureButton
          label={history.revertFile}
          question={history.revertText(path)}
          busy={revertFile.isPending}
          look="quiet"
          onSure={() => revertFile.mutate({ path, revision_id: revision })}
        />
      )}
      {revertFile.isError && <Fault title={history.revertFailed} detail={detailOf(revertFile.error)} findings={findingsOf(revertFile.error)} />}
    </div>
  );
}
