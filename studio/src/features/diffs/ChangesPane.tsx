import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { diffsQuery, type ListedDiff } from "@/data/diffs";
import type { Workspace } from "@/data/workspace";
import { ProposalList } from "@/features/diffs/ProposalList";
import { ProposalPane } from "@/features/diffs/ProposalPane";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  /** The proposal that the address names. */
  diff: string | undefined;
  onOpen: (diff: string | undefined) => void;
  /** To what was kept: one revision, or all of them. */
  onHistory: (revision?: string) => void;
}

/** The proposals of an app: the one that waits, the one that was asked for, or all of them. */
export function ChangesPane({ workspace, diff, onOpen, onHistory }: Props) {
  const changes = useChangeWords();
  const { common } = useMessages();
  const query = useInfiniteQuery(diffsQuery(useApi(), workspace.app.id));
  if (diff) return <ProposalPane key={diff} workspace={workspace} diff={diff} onLeave={() => onOpen(undefined)} />;
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return <Notice tone="bad" title={changes.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const all = query.data.pages.flatMap((page) => page.items);
  const nothing = <NothingWaits workspace={workspace} onHistory={onHistory} />;
  if (all.length === 0) return nothing;
  return (
    <div className="flex h-full flex-col gap-6 overflow-y-auto p-4 md:p-6">
      {all.every((one) => !waits(one)) && nothing}
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

/** What would stand here, and where the changes are that were kept at once: they were never a proposal. */
function NothingWaits({ workspace: { app, draft }, onHistory }: Pick<Props, "workspace" | "onHistory">) {
  const changes = useChangeWords();
  if (draft.origin === "template") return <Notice title={changes.none} text={changes.noneText} />;
  const actions = (
    <span className="flex flex-wrap justify-center gap-2">
      <Button look="main" onClick={() => onHistory(draft.id)}>
        {changes.seeLast}
      </Button>
      <Button onClick={() => onHistory()}>{changes.seeHistory}</Button>
    </span>
  );
  return <Notice title={changes.noneWaits} text={app.review === "before" ? changes.reviewedText : changes.keptText} action={actions} />;
}

/** Whether it may still become a revision, and nobody has decided against it. */
function waits({ review_status: status }: ListedDiff): boolean {
  return status === "pending_review" || status === "approved" || status === "interrupted" || status === "stale";
}
