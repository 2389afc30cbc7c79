import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { diffsQuery, type ListedDiff } from "@/data/diffs";
import type { Workspace } from "@/data/workspace";
import { ProposalList } from "@/features/diffs/ProposalList";
import { ProposalPane } from "@/features/diffs/ProposalPane";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  /** The proposal that the address names. */
  diff: string | undefined;
  onOpen: (diff: string | undefined) => void;
  onHistory: () => void;
}

/** The proposals of an app: the one that waits, the one that was asked for, or all of them. */
export function ChangesPane({ workspace, diff, onOpen, onHistory }: Props) {
  const { changes, common } = useMessages();
  const query = useInfiniteQuery(diffsQuery(useApi(), workspace.app.id));
  if (diff) return <ProposalPane key={diff} workspace={workspace} diff={diff} onLeave={() => onOpen(undefined)} />;
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return <Notice tone="bad" title={changes.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const all = query.data.pages.flatMap((page) => page.items);
  // What was kept at once was never a proposal: whoever looks for it is shown where it is.
  const kept = workspace.draft.origin !== "template";
  const history = kept && <Button onClick={onHistory}>{changes.seeHistory}</Button>;
  if (all.length === 0) return <Notice title={kept ? changes.noneWaits : changes.none} text={kept ? changes.keptText : changes.noneText} action={history} />;
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4 md:p-6">
      {all.every((one) => !waits(one)) && <Notice title={changes.noneWaits} text={changes.keptText} action={history} />}
      <ProposalList title={changes.waiting} diffs={all.filter(waits)} onOpen={onOpen} />
      <ProposalList title={changes.earlier} diffs={all.filter((one) => !waits(one))} onOpen={onOpen} />
      {query.hasNextPage && (
        <Button className="self-center" onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}

/** Whether it may still become a revision, and nobody has decided against it. */
function waits({ review_status: status }: ListedDiff): boolean {
  return status === "pending_review" || status === "approved" || status === "interrupted" || status === "stale";
}
