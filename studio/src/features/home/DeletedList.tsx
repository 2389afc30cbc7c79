import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { deletedQuery, useShelf } from "@/data/shelf";
import { useShelfWords } from "@/messages/shelf/useShelfWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";
import { useAgo } from "@/ui/useAgo";

/** What was deleted and may still be brought back. */
export function DeletedList() {
  const { home, common } = useMessages();
  const words = useShelfWords();
  const ago = useAgo();
  const query = useInfiniteQuery(deletedQuery(useApi()));
  const { bringBack } = useShelf();
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) {
    return <Fault title={words.deletedFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const apps = query.data.pages.flatMap((page) => page.items);
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p className="text-muted">{apps.length > 0 ? words.deletedText : words.noneDeleted}</p>
      {bringBack.isError && <Fault title={words.bringBackFailed} detail={detailOf(bringBack.error)} />}
      {apps.length > 0 && (
        <ul aria-label={home.deleted} className="divide-y divide-line rounded-md border border-line bg-surface">
          {apps.map((app) => (
            <li key={app.id} className="flex flex-wrap items-center justify-between gap-3 p-3">
              <span className="min-w-0 grow basis-40 break-words">
                <span className="font-semibold">{app.name}</span>{" "}
                <span className="text-muted">{app.deleted_at && words.deletedWhen(ago(app.deleted_at))}</span>
              </span>
              <Button aria-label={words.bringBackApp(app.name)} aria-disabled={bringBack.isPending} onClick={() => bringBack.isPending || bringBack.mutate(app.id)}>
                {words.bringBack}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="self-center" onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}
