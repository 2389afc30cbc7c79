import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { revisionsQuery } from "@/data/revisions";
import type { Workspace } from "@/data/workspace";
import { RevisionRow } from "@/features/revisions/RevisionRow";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  onOpen: (revision: string) => void;
}

/** The revisions, newest first. An app has at least the one that it began with. */
export function RevisionList({ workspace: { app, draft }, onOpen }: Props) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const query = useInfiniteQuery(revisionsQuery(useApi(), app.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return <Notice tone="bad" title={history.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const revisions = query.data.pages.flatMap((page) => page.items);
  return (
    <div className="flex flex-col gap-4">
      <ul ref={arrive} tabIndex={-1} aria-label={history.revisions} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {revisions.map((revision) => (
          <li key={revision.id}>
            <RevisionRow revision={revision} now={revision.id === draft.id} live={revision.id === app.published_revision_id} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}
