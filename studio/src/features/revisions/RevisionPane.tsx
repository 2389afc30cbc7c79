import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { useApi } from "@/data/api";
import { codeOf } from "@/data/problem";
import { revisionQuery } from "@/data/revision";
import type { Workspace } from "@/data/workspace";
import type { HistoryPlace } from "@/domain/place";
import { firstSentence } from "@/domain/sentence";
import { Comparison } from "@/features/revisions/Comparison";
import { Explanation } from "@/features/revisions/Explanation";
import { LabelForm } from "@/features/revisions/LabelForm";
import { QualityNote } from "@/features/revisions/QualityNote";
import { RestoreButton } from "@/features/revisions/RestoreButton";
import { RevisionFacts } from "@/features/revisions/RevisionRow";
import { titleOf } from "@/features/revisions/titleOf";
import { RevisionPage } from "@/features/revisions/RevisionPage";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Prose } from "@/ui/Prose";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  revision: string;
  against: string | null;
  onPlace: (place: HistoryPlace) => void;
}

/** One revision: what it changed, its page, its name, and the way back to it. */
export function RevisionPane({ workspace, revision: id, against, onPlace }: Props) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const [page, setPage] = useState(false);
  const query = useQuery(revisionQuery(useApi(), workspace.app.id, id));
  const leave = (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={() => onPlace({})}>
      {history.all}
    </Button>
  );
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) {
    const gone = codeOf(query.error) === "NOT_FOUND";
    const again = gone ? leave : <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={gone ? history.missing : history.loadFailed} action={again} />;
  }
  const revision = query.data;
  const { prompt, message } = revision;
  const title = titleOf(revision, history);
  return (
    <div className="flex h-full flex-col gap-4 overflow-y-auto p-4 md:p-6">
      <header className="flex flex-col gap-2">
        <div className="-mx-2">{leave}</div>
        <h2 ref={arrive} tabIndex={-1} className="text-lg break-words">{title}</h2>
        {prompt && firstSentence(prompt) !== title && <p className="break-words whitespace-pre-wrap text-muted">{prompt}</p>}
        {prompt && message !== title && <Prose text={message} />}
        <RevisionFacts revision={revision} />
      </header>
      <div className="flex flex-wrap gap-2">
        {id === workspace.draft.id ? (
          <p className="self-center text-sm text-muted">{history.isNow}</p>
        ) : (
          <RestoreButton app={workspace.app.id} draft={workspace.draft.id} revision={revision} onRestored={() => onPlace({})} />
        )}
        {revision.build_status === "succeeded" && (
          <Button aria-pressed={page} onClick={() => setPage(!page)}>
            {page ? history.showChanges : history.showPage}
          </Button>
        )}
        <LabelForm app={workspace.app.id} revision={revision} />
      </div>
      <QualityNote quality={revision.quality} />
      <Explanation app={workspace.app.id} revision={revision} />
      {page ? (
        <RevisionPage app={workspace.app.id} revision={id} />
      ) : (
        <Comparison app={workspace.app.id} revision={revision} against={against} draft={workspace.draft.id} onAgainst={(other) => onPlace({ revision: id, ...(other ? { against: other } : {}) })} />
      )}
    </div>
  );
}
