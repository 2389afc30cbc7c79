import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import type { Revision } from "@/data/revision";
import { comparisonQuery, revisionsQuery } from "@/data/revisions";
import { ComparedFile } from "@/ui/ComparedFile";
import { RevertFile } from "@/features/revisions/RevertFile";
import { titleOf } from "@/features/revisions/titleOf";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  revision: Revision;
  against: string | null;
  draft: string;
  onAgainst: (revision: string | null) => void;
}

/** What differs between this revision and the one before, or any other one. */
export function Comparison({ app, revision, against, draft, onAgainst }: Props) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const query = useQuery(comparisonQuery(useApi(), app, revision.id, against));
  return (
    <section aria-label={history.comparison} className="flex flex-col gap-3">
      <Against app={app} revision={revision.id} draft={draft} value={against} onChoose={onAgainst} />
      {query.isPending && <Working label={common.loading} />}
      {query.isError && (
        <Fault title={history.compareFailed} detail={detailOf(query.error)} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />
      )}
      {query.data?.files.length === 0 && <p className="text-muted">{history.equal}</p>}
      {query.data?.truncated && <p className="text-sm text-muted">{history.truncated}</p>}
      {query.data?.files.map((file) => (
        <ComparedFile key={file.path} file={file}>
          {revision.id !== draft && !file.folded && <RevertFile app={app} revision={revision.id} path={file.path} />}
        </ComparedFile>
      ))}
    </section>
  );
}

interface AgainstProps {
  app: string;
  revision: string;
  draft: string;
  value: string | null;
  onChoose: (revision: string | null) => void;
}

function Against({ app, revision, draft, value, onChoose }: AgainstProps) {
  const history = useHistoryWords();
  const query = useInfiniteQuery(revisionsQuery(useApi(), app));
  const known = query.data?.pages.flatMap((page) => page.items) ?? [];
  const others = known.filter(({ id }) => id !== revision);
  const named = others.map((one) => {
    const title = titleOf(one, history).slice(0, 60);
    return { value: one.id, label: one.id === draft ? `${history.now}: ${title}` : title };
  });
  const missing = value && !named.some((one) => one.value === value) ? [{ value, label: value }] : [];
  const options = [{ value: "", label: history.before }, ...missing, ...named];
  return <Choice label={history.against} value={value ?? ""} options={options} onChoose={(next) => onChoose(next || null)} shown />;
}
