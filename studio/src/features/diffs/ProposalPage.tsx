import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type Diff, proposalQuery } from "@/data/diffs";
import { detailOf, findingsOf } from "@/data/problem";
import { useMessages } from "@/messages/useMessages";
import { AppFrame } from "@/ui/AppFrame";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** The page as it would be once the proposal is kept: of all of it, or of what was chosen. */
export function ProposalPage({ diff }: { diff: Diff }) {
  const { changes, common } = useMessages();
  const query = useQuery(proposalQuery(useApi(), diff));
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
