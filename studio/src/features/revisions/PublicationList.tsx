import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { usePublishing } from "@/data/publishing";
import { type Publication, publicationsQuery } from "@/data/visible";
import { revisionsQuery } from "@/data/revisions";
import type { Workspace } from "@/data/workspace";
import { PublicationRow } from "@/features/revisions/PublicationRow";
import { titleOf } from "@/features/revisions/titleOf";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  onOpen: (revision: string) => void;
}

/** What was online when, and the way back to it. */
export function PublicationList({ workspace: { app }, onOpen }: Props) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const api = useApi();
  const query = useQuery(publicationsQuery(api, app.id));
  const revisions = useInfiniteQuery(revisionsQuery(api, app.id)).data?.pages.flatMap((page) => page.items) ?? [];
  const { rollback } = usePublishing(app.id);
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return <Notice tone="bad" title={history.publicationsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  if (query.data.length === 0) return <Notice title={history.neverPublished} text={history.neverPublishedText} />;
  const nameOf = ({ revision_id: id }: Publication) => {
    const known = revisions.find((revision) => revision.id === id);
    return known ? titleOf(known, history) : id ? `${history.untitled} ${id.slice(-6)}` : history.takenDown;
  };
  return (
    <div className="flex flex-col gap-4">
      {rollback.isError && <Fault title={history.rollbackFailed} detail={detailOf(rollback.error)} />}
      <ul aria-label={history.publications} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {query.data.map((one, at) => (
          <li key={`${one.seq}-${one.revision_id}`}>
            <PublicationRow
              publication={one}
              name={nameOf(one)}
              until={query.data[at - 1]?.at ?? null}
              live={at === 0 && one.revision_id === app.published_revision_id}
              busy={rollback.isPending}
              onOpen={onOpen}
              onPutBack={one.revision_id && one.revision_id !== app.published_revision_id ? rollback.mutate : null}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
