import { useQuery } from "@tanstack/react-query";
import { diffIndices } from "node-diff3";
import { useMemo } from "react";
import { useApi } from "@/data/api";
import { type Document, wholeTextQuery } from "@/data/documents";
import { hunksOf, isComparable } from "@/domain/documents";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { ComparedFile } from "@/ui/ComparedFile";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  older: Document;
  newer: Document;
}

const LENGTH_MOST = 500_000;

/** What differs from one version of a text to a later one, line by line. */
export function DocComparison({ app, older, newer }: Props) {
  const { common } = useMessages();
  const words = useDocumentWords();
  const api = useApi();
  const isShort = Math.max(older.length, newer.length) <= LENGTH_MOST;
  const before = useQuery({ ...wholeTextQuery(api, app, older), enabled: isShort });
  const after = useQuery({ ...wholeTextQuery(api, app, newer), enabled: isShort });
  if (!isShort) return <p className="max-w-[68ch] text-muted">{words.compareLong}</p>;
  if (before.isError || after.isError) {
    const again = () => void Promise.all([before.refetch(), after.refetch()]);
    return <Fault title={words.compareFailed} action={<Button onClick={again}>{common.retry}</Button>} />;
  }
  if (before.data === undefined || after.data === undefined) return <Working label={common.loading} />;
  if (!isComparable(before.data, after.data)) return <p className="max-w-[68ch] text-muted">{words.compareLong}</p>;
  return <Compared title={newer.title} before={before.data} after={after.data} />;
}

function Compared({ title, before, after }: { title: string; before: string; after: string }) {
  const words = useDocumentWords();
  const file = useMemo(() => comparedFile(title, before, after), [title, before, after]);
  return <div>{file.hunks.length === 0 ? <p className="text-muted">{words.equal}</p> : <ComparedFile file={file} />}</div>;
}

function comparedFile(path: string, before: string, after: string) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const changes = diffIndices(old, now).map(({ buffer1: [from, gone], buffer2: [to, come] }) => ({ from, gone: old.slice(from, from + gone), come: now.slice(to, to + come) }));
  const sum = (of: "gone" | "come") => changes.reduce((total, change) => total + change[of].length, 0);
  return { path, old_path: null, status: "modified" as const, additions: sum("come"), deletions: sum("gone"), binary: false, folded: false, hunks: hunksOf(old, changes) };
}
