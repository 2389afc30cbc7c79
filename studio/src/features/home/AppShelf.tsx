import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { appsQuery } from "@/data/apps";
import { ordered, type Order } from "@/domain/shelf";
import { AppCard } from "@/features/home/AppCard";
import { ShelfTools } from "@/features/home/ShelfTools";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

/** The apps there are, as cards. */
export function AppShelf() {
  const { home, common } = useMessages();
  const [words, setWords] = useState("");
  const [order, setOrder] = useState<Order>("updated");
  const query = useInfiniteQuery(appsQuery(useApi()));
  const apps = query.data?.pages.flatMap((page) => page.items) ?? [];
  const found = ordered(apps, words, order);
  return (
    <section aria-labelledby="apps-title" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="apps-title" className="text-lg">
          {home.apps}
        </h2>
        {apps.length > 0 && <ShelfTools words={words} onSearch={setWords} order={order} onOrder={setOrder} />}
      </div>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && (
        <Notice tone="bad" title={home.failed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />
      )}
      {query.isSuccess && apps.length === 0 && <Notice title={home.noneTitle} text={home.noneText} />}
      {apps.length > 0 && found.length === 0 && (
        <Notice title={home.noMatch(words)} action={<Button onClick={() => setWords("")}>{home.clearSearch}</Button>} />
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,272px),1fr))] gap-4">
        {found.map((app) => (
          <li key={app.id}>
            <AppCard app={app} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" onClick={() => query.fetchNextPage()} aria-disabled={query.isFetchingNextPage}>
          {common.more}
        </Button>
      )}
    </section>
  );
}
