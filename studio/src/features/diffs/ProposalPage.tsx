import { useQuery } from "@tanstack/react-query";
import { type Schemas, useApi } from "@/data/api";
import { type Diff, proposalQuery } from "@/data/diffs";
import { detailOf, findingsOf } from "@/data/problem";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { AppFrame } from "@/ui/AppFrame";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  diff: Diff;
  /** The choice that is shown. Looking at it decides nothing. */
  review: Schemas["Review"];
}

/** The page as it would be with the whole proposal, or with a part of it. */
export function ProposalPage({ diff, review }: Props) {
  const changes = useChangeWords();
  const { common } = useMessages();
  const query = useQuery(proposalQuery(useApi(), diff, review));
  if (query.isError) {
    const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Fault title={changes.pageFailed} detail={detailOf(query.error)} findings={findingsOf(query.error)} action={again} />;
  }
  const opened = query.data && "preview_url" in query.data ? query.data : null;
  return (
    <div className="h-[70vh] shrink-0 overflow-hidden rounded-md border-2 border-dashed border-edge bg-surface">
      {opened ? <AppFrame title={changes.pageTitle} opened={opened} /> : <Working label={changes.pageBuilding} />}
    </div>
  );
}
