import { useQuery } from "@tanstack/react-query";
import { type Schemas, useApi } from "@/data/api";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { rollbackQuery, type RunDetail, useRunWords } from "@/data/runs";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { FileLines } from "@/ui/FileLines";
import { Working } from "@/ui/Working";

const LATER_SHOWN = 10;

interface Props {
  run: RunDetail;
  draft: string;
  onClose: () => void;
}

/** Takes back what a run changed, after showing what goes and what stays. */
export function RollbackDialog({ run, draft, onClose }: Props) {
  const { common } = useMessages();
  const { runs } = useWork();
  const plan = useQuery(rollbackQuery(useApi(), run.id, draft));
  const { rollback } = useRunWords(run.app_id, run.id);
  const nothing = codeOf(plan.error) === "NOT_READY";
  const may = plan.data?.applies && !rollback.isPending;
  return (
    <Dialog title={runs.rollbackTitle} close={common.close} onClose={onClose}>
      {plan.isPending && <Working label={common.loading} />}
      {nothing && <p className="[overflow-wrap:anywhere]">{detailOf(plan.error)}</p>}
      {plan.isError && !nothing && <Fault title={runs.rollbackFailed} detail={detailOf(plan.error)} action={<Button onClick={() => plan.refetch()}>{common.retry}</Button>} />}
      {plan.data && <Plan plan={plan.data} />}
      {rollback.isError && <Fault title={runs.rollbackFailed} detail={detailOf(rollback.error)} findings={findingsOf(rollback.error)} />}
      {plan.data?.applies && (
        <div className="flex flex-wrap gap-2">
          <Button look="main" pill aria-disabled={!may} onClick={() => may && rollback.mutate(undefined, { onSuccess: onClose })}>
            {rollback.isPending ? runs.rollingBack : runs.rollback}
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function Plan({ plan: { applies, conflicts, files, later } }: { plan: Schemas["Undo"] }) {
  const { runs } = useWork();
  if (!applies) return <Fault title={runs.conflict} findings={conflicts} />;
  return (
    <>
      <p>{runs.rollbackText}</p>
      <FileLines label={runs.willChange} files={files} />
      {later.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">{runs.laterStays}</p>
          <ul className="mt-1 list-disc pl-5 text-muted">
            {later.slice(0, LATER_SHOWN).map(({ id, label, message }) => (
              <li key={id} className="break-words">
                {label || message.split("\n", 1)[0] || id.slice(-6)}
              </li>
            ))}
          </ul>
          {later.length > LATER_SHOWN && <p className="text-muted">{runs.moreLater(later.length - LATER_SHOWN)}</p>}
        </div>
      )}
    </>
  );
}
