import { Plus } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Query<T> {
  isPending: boolean;
  data: { pages: readonly { items: readonly T[] }[] } | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
}

interface Props<T> {
  words: { title: string; lead: string; loadFailed: string; none: string; noneText: string; add: string };
  query: Query<T>;
  /** Whether words of one more are kept that are not saved yet. */
  begun: boolean;
  /** Where one more is written; called with what closes it. */
  form: (onClose: () => void) => ReactNode;
  children: (kept: T) => ReactNode;
}

/** A list of what is kept, newest first, with a way to keep one more. */
export function KeptShelf<T>({ words, query, begun, form, children }: Props<T>) {
  const { common } = useMessages();
  const [adding, setAdding] = useState(begun);
  const add = useRef<HTMLButtonElement>(null);
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const items = query.data.pages.flatMap((page) => page.items);
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => add.current?.focus());
  };
  const button = (
    <Button ref={add} look={items.length === 0 ? "main" : "plain"} pill={items.length === 0} icon={<Plus aria-hidden size={16} />} className={items.length === 0 ? "" : "self-start"} onClick={() => setAdding(true)}>
      {words.add}
    </Button>
  );
  if (items.length === 0 && !adding) return <Notice title={words.none} text={words.noneText} action={button} />;
  return (
    <>
      <p className="max-w-[68ch] text-muted">{words.lead}</p>
      {adding ? form(close) : button}
      <ul aria-label={words.title} className="flex flex-col gap-3">
        {items.map((kept) => children(kept))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}
