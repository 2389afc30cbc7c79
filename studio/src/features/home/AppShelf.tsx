import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { appsQuery } from "@/data/apps";
import { ordered, type Order } from "@/domain/shelf";
import { AppCard } from "@/features/home/AppCard";
import { APPS_TITLE } from "@/features/home/appsTitle";
import { DeleteApp } from "@/features/home/DeleteApp";
import { CARDS, EmptyCards } from "@/features/home/EmptyCards";
import { DeletedApps } from "@/features/home/DeletedApps";
import { ImportButton } from "@/features/home/ImportButton";
import { ShelfTools } from "@/features/home/ShelfTools";
import { useFirstSeen } from "@/features/home/useFirstSeen";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

/** The apps there are, as cards. */
export function AppShelf() {
  const { home, common } = useMessages();
  const [words, setWords] = useState("");
  const [order, setOrder] = useState<Order>("updated");
  const query = useInfiniteQuery(appsQuery(useApi()));
  const apps = query.data?.pages.flatMap((page) => page.items) ?? [];
  const found = ordered(apps, words, order, useFirstSeen(apps));
  return (
    <section aria-labelledby={APPS_TITLE} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={APPS_TITLE} tabIndex={-1} className="text-lg">
          {home.apps}
        </h2>
        <div className="flex flex-wrap items-center gap-3 max-md:w-full">
          {(query.isPending || apps.length > 0) && <ShelfTools words={words} onSearch={setWords} order={order} onOrder={setOrder} />}
          <ImportButton />
        </div>
      </div>
      {query.isPending && <EmptyCards />}
      {query.isError && (
        <Notice tone="bad" title={home.failed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />
      )}
      {query.isSuccess && apps.length === 0 && <Notice title={home.noneTitle} text={home.noneText} />}
      {apps.length > 0 && found.length === 0 && (
        <Notice title={home.noMatch(words)} action={<Button onClick={() => setWords("")}>{home.clearSearch}</Button>} />
      )}
      <ul className={CARDS}>
        {found.map((app) => (
          <li key={app.id} className="relative">
            <AppCard app={app} />
            <span className="absolute right-2 bottom-2">
              <DeleteApp app={app} />
            </span>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="self-center" onClick={() => query.fetchNextPage()} aria-disabled={query.isFetchingNextPage}>
          {common.more}
        </Button>
      )}
      {query.isSuccess && <DeletedApps />}
    </section>
  );
}
