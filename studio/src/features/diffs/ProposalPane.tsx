import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useApi } from "@/data/api";
import { diffQuery } from "@/data/diff";
import { codeOf } from "@/data/problem";
import type { Workspace } from "@/data/workspace";
import { ProposalReview } from "@/features/diffs/ProposalReview";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  diff: string;
  onLeave: () => void;
}

/** One proposal, read and open for review. */
export function ProposalPane({ workspace, diff, onLeave }: Props) {
  const changes = useChangeWords();
  const { common } = useMessages();
  const query = useQuery(diffQuery(useApi(), workspace.app.id, diff));
  const leave = (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onLeave}>
      {changes.all}
    </Button>
  );
  if (query.isPending) return <Working label={common.loading} />;
  // An address may name a proposal of another app: it is not decided here.
  const own = query.data?.app_id === workspace.app.id ? query.data : null;
  if (!own) {
    const gone = query.isSuccess || codeOf(query.error) === "NOT_FOUND";
    const again = gone ? leave : <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={gone ? changes.missing : changes.loadFailed} action={again} />;
  }
  return <ProposalReview key={own.tree} workspace={workspace} diff={own} leave={leave} />;
}
