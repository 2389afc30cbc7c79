import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { codeOf } from "@/data/problem";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props<T> {
  words: { title: string; loadFailed: string };
  all: string;
  query: { isPending: boolean; data: T | undefined; error: Error | null; refetch: () => unknown };
  onAll: () => void;
  children: (kept: T) => ReactNode;
}

/** The one thing that was looked for, and the way to all of its kind. */
export function KeptOne<T>({ words, all, query, onAll, children }: Props<T>) {
  const { common } = useMessages();
  const { one } = useKnowledgeWords();
  const isGone = codeOf(query.error) === "NOT_FOUND";
  const back = (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} className="self-start" onClick={onAll}>
      {all}
    </Button>
  );
  if (query.isPending) return <Working label={common.loading} />;
  if (isGone) return <Notice title={one.missing} action={back} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  return (
    <>
      {back}
      <ul aria-label={words.title} className="flex flex-col gap-3">
        {children(query.data)}
      </ul>
    </>
  );
}
